"""The calls of one PE's host, as steps of a launch file.

Calls without a result are kept until a value is needed; then they go to the machine (machine.py),
which answers once the value is there.
"""

import json
import linecache
import os
import re
import socket
import sys

_HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_ASSIGNED = re.compile(r"([A-Za-z_]\w*)\s*(?::[^=]*)?=[^=]")
_KEPT = {"me", "n", "i", "null"}
_LONGEST = 900_000


class NvshmemInvalid(Exception):
    """A call that the library refuses."""


class NvshmemError(Exception):
    """A call that failed."""


class Recording:
    """The steps of one PE."""

    def __init__(self, pe, pes, connection):
        self.pe = pe
        self.pes = pes
        self.ready = False
        self._connection = connection
        self._steps = []
        self._values = {}  # what was read since the last call that is no read
        self._names = {}
        self._streams = 0
        self._teams = {"world": list(range(pes)), "shared": list(range(pes)), "node": list(range(pes))}

    def initialize(self):
        if self.ready:
            raise NvshmemInvalid("init was called before")
        self.ready = True

    def finalize(self):
        self.checked()
        self.ready = False

    def checked(self):
        if not self.ready:
            raise NvshmemInvalid("NVSHMEM is not initialized; call nvshmem.core.init first")
        return self

    def step(self, step):
        """Adds a step; its first key says what it does."""
        self.checked()
        for key, value in step.items():
            if key == "pe" and not 0 <= int(value) < self.pes:
                raise NvshmemInvalid(f"remote_pe is {value}: the job has PEs 0 to {self.pes - 1}")
            if key == "team" and value not in self._teams:
                raise NvshmemInvalid(f"{value!r} is no team: {', '.join(self._teams)}")
        text = json.dumps({**step, "at": caller()})
        if len(text) > _LONGEST:
            raise NvshmemInvalid("one call writes at most some 100,000 different values")
        self._steps.append(text)
        self._values = {}

    def _name(self, words):
        found = _ASSIGNED.match(words.strip())
        name = found.group(1) if found and found.group(1) not in _KEPT else "array"
        count = self._names[name] = self._names.get(name, 0) + 1
        return name if count == 1 else f"{name}_{count}"

    def allocate(self, fields):
        name = self._name(source_line())
        self.step({"allocate": name, **fields})
        return name

    def free(self, name):
        self.step({"free": name})

    def stream(self):
        self._streams += 1
        return f"stream_{self._streams}"

    def team(self, parent, start, stride, size):
        if parent not in self._teams:
            raise NvshmemInvalid(f"{parent!r} is no team: {', '.join(self._teams)}")
        members = self._teams[parent]
        chosen = [start + stride * i for i in range(size)]
        if size < 1 or min(chosen) < 0 or max(chosen) >= len(members):
            raise NvshmemInvalid(f"start {start}, stride {stride}, size {size}: beyond the team's PEs")
        name = f"team_{len(self._teams) - 2}"
        self._teams[name] = [members[i] for i in chosen]
        self.step({"team": name, "parent": parent, "start": start, "stride": stride, "size": size})
        return name

    def members(self, team):
        if team not in self._teams:
            raise NvshmemInvalid(f"{team!r} is no team: {', '.join(self._teams)}")
        return self._teams[team]

    def read(self, name):
        """The bytes of an array now."""
        if name not in self._values:
            known = self._values
            self.step({"read": name})
            answer = self._exchange({"read": name})
            self._values = {**known, name: bytes.fromhex(answer["value"])}
        return self._values[name]

    def end(self, status):
        self._exchange({"end": status})

    def _exchange(self, message):
        out = sys.stdout
        message["steps"] = self._steps
        message["out"] = out.getvalue()
        out.seek(0)
        out.truncate()
        self._steps = []
        self._connection.write(json.dumps(message) + "\n")
        self._connection.flush()
        answer = self._connection.readline()
        if not answer:
            os._exit(1)  # the run has ended with a message of its own
        return json.loads(answer)


_state = {}


def recording():
    """The recording of this process; NvshmemInvalid outside of a run."""
    if "recording" not in _state:
        raise NvshmemInvalid(
            "this process is no PE; start the script by: python -m shmemlab run SCRIPT -n PES")
    return _state["recording"]


def connect():
    """Makes this process a PE of the run that started it."""
    pe, pes = int(os.environ["SHMEMLAB_PE"]), int(os.environ["SHMEMLAB_PES"])
    link = socket.create_connection(("127.0.0.1", int(os.environ["SHMEMLAB_PORT"])))
    connection = link.makefile("rw", encoding="utf-8", newline="\n")
    connection.write(json.dumps({"pe": pe, "key": os.environ["SHMEMLAB_KEY"]}) + "\n")
    connection.flush()
    _state["recording"] = Recording(pe, pes, connection)
    return _state["recording"]


def _is_own(frame):
    """Whether code of this package or of an installed one runs, as Triton's does between a script and a launch."""
    file = os.path.abspath(frame.f_code.co_filename)
    return file.startswith(_HERE + os.sep) or f"{os.sep}site-packages{os.sep}" in file


def _frame():
    frame = sys._getframe(1)
    while frame.f_back and _is_own(frame):
        frame = frame.f_back
    return frame


def caller():
    """The place of the script's call, FILE:LINE:COLUMN."""
    frame = _frame()
    positions = list(frame.f_code.co_positions())
    column = positions[frame.f_lasti // 2][2] if frame.f_lasti >= 0 else None
    file = os.path.relpath(frame.f_code.co_filename)
    return f"{file}:{frame.f_lineno}:{(column or 0) + 1}"


def source_line():
    """The text of the script's line."""
    frame = _frame()
    return linecache.getline(frame.f_code.co_filename, frame.f_lineno)


class Stream:
    """A CUDA stream."""

    def __init__(self):
        self.name = recording().stream()

    def sync(self):
        recording().step({"synchronize": None, "stream": self.name})

    synchronize = sync


def synchronize():
    """Waits until the GPU has done all that it was given."""
    recording().step({"synchronize": None})
