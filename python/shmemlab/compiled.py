"""PTX that a language has just made, as a kernel."""

import hashlib
import os
import re
import tempfile

from shmemlab.recording import NvshmemInvalid

_ENTRY = re.compile(r"\.entry\s+([\w$]+)")
_SOURCE = re.compile(r'(\.file\s+\d+\s+")(/[^"]*)')
_DECLARATIONS = (re.compile(r"^\.extern \.func[^;{]*;\n", re.M), re.compile(r"^\.common [^;]*;\n", re.M))
_made = {}  # the texts with the same kernel, as for other types or constants


def kernel(kind, text):
    """A kernel of a class for this PTX; all PEs that compile the same have the same file."""
    text = text if isinstance(text, str) else text.decode()
    text = _SOURCE.sub(lambda found: found.group(1) + os.path.relpath(found.group(2)), text)
    for declaration in _DECLARATIONS:
        text = _sorted(declaration, text)
    name = _ENTRY.search(text).group(1)
    texts = _made.setdefault(name, [])
    if text not in texts:
        texts.append(text)
    number = texts.index(text) + 1
    if number > 1:
        own = f"{name}_{number}"
        text, name = _ENTRY.sub(f".entry {own}", text), own
    return kind(_file(name, text), name)


def _sorted(declaration, text):
    """The text with these declarations in one order; Numba writes them in another one in each process."""
    ordered = iter(sorted(declaration.findall(text)))
    return declaration.sub(lambda _: next(ordered), text)


def folder():
    """The folder of such modules while scripts run."""
    return os.path.join(tempfile.gettempdir(), f"shmemlab-{os.getuid()}")


def _file(name, text):
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    where = folder()
    os.makedirs(where, mode=0o700, exist_ok=True)
    if os.stat(where).st_uid != os.getuid():
        raise NvshmemInvalid(f"{where} belongs to another user; set TMPDIR")
    path = os.path.join(where, f"{name[:60]}-{digest}.ptx")
    if not os.path.exists(path):
        own = f"{path}.{os.getpid()}"
        with open(own, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(own, path)
    return path


def missing(language, way):
    """The error for a language that is not installed."""
    return NvshmemInvalid(
        f"{language} is not installed here: compile the kernel where it is ({way}), and give its file to"
        " shmemlab.module")
