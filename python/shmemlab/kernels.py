"""Kernels of modules of PTX or LLVM IR, and what compiles to them."""

import os
import tempfile

import numpy

from shmemlab.arrays import SymmetricArray
from shmemlab.recording import NvshmemInvalid, recording


def module(path):
    """The kernels of a file, as attributes: module("k.ptx").ring_put[grid, block](...)."""
    if not os.path.isfile(path):
        raise NvshmemInvalid(f"there is no file {path}")
    if not path.endswith((".ptx", ".ll", ".bc", ".cu")):
        raise NvshmemInvalid(f"{path}: a module's name ends in .ptx, .ll, .bc or .cu")
    return Module(path)


class Module:
    """A file of kernels."""

    def __init__(self, path):
        self._path = os.path.abspath(path)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Kernel(self._path, name)

    __getitem__ = __getattr__


class Kernel:
    """A kernel, which is launched as Numba's are: kernel[grid, block, shared, stream](...).

    Numba's own order, kernel[grid, block, stream, shared], has a stream before the bytes; both are taken.
    """

    def __init__(self, path, name, as_numba=False, scratch=0):
        self._path = path
        self._name = name
        self._as_numba = as_numba
        self._scratch = scratch

    def __getitem__(self, configuration):
        parts = configuration if isinstance(configuration, tuple) else (configuration,)
        if not 1 <= len(parts) <= 4:
            raise NvshmemInvalid("a launch is kernel[grid, block, shared, stream](...)")
        shared, stream = 0, None
        for part in parts[2:]:
            if hasattr(part, "name"):
                stream = part
            elif part:
                shared = int(part)

        def launch(*arguments):
            self.launch(parts[0], parts[1] if len(parts) > 1 else 1, arguments, shared, stream)

        return launch

    def launch(self, grid, block, arguments, shared=0, stream=None, collective=False):
        """Launches the kernel with all that a launch may have."""
        step = {"launch": self._name, "grid": _sizes(grid), "block": _sizes(block)}
        if shared:
            step["shared"] = int(shared)
        if stream is not None:
            step["stream"] = getattr(stream, "name", "0")
        if collective:
            step["collective"] = True
        step["args"] = [self._argument(one) for one in arguments] + ["null"] * self._scratch
        step["module"] = self._path
        recording().step(step)

    def _argument(self, one):
        if isinstance(one, SymmetricArray):
            return {"array": one.name} if self._as_numba else one.name
        if one is None:
            return "null"
        if isinstance(one, numpy.generic):
            return {one.dtype.name: one.item()}
        if isinstance(one, (bool, int)):
            return int(one)
        if isinstance(one, float):
            return {"float32": one}
        raise NvshmemInvalid(
            f"an argument of a kernel is an array, a number, a NumPy scalar or None, not {type(one).__name__}")


def _sizes(size):
    return [int(one) for one in size] if isinstance(size, (tuple, list)) else int(size)


def _missing(language, what):
    return NvshmemInvalid(
        f"{language} is not installed here: compile the kernel where it is ({what}), and give its file to"
        " shmemlab.module")


def _kept(name, text):
    folder = tempfile.mkdtemp(prefix="shmemlab-")
    path = os.path.join(folder, name + ".ptx")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text if isinstance(text, str) else text.decode())
    return path


def numba(function, signature, capability=(9, 0)):
    """A function of Numba, compiled to PTX for arguments of this signature."""
    try:
        from numba import cuda
    except ImportError:
        raise _missing("Numba", "cuda.compile_ptx(..., device=False, lineinfo=True)") from None
    text, _ = cuda.compile_ptx(function, signature, device=False, cc=capability, lineinfo=True)
    return Kernel(_kept(function.__name__, text), function.__name__, as_numba=True)


def triton(function, signature, constexprs=None, num_warps=4, capability=90):
    """A function of Triton, compiled to PTX for arguments of this signature."""
    try:
        from triton._C.libtriton import ir
        from triton.backends.compiler import GPUTarget
        from triton.compiler import ASTSource
        from triton.compiler.compiler import make_backend
    except ImportError:
        raise _missing("Triton", "asm['ptx'] of triton.compile") from None
    target = GPUTarget("cuda", capability, 32)
    source = ASTSource(fn=function, signature=signature, constexprs=constexprs or {})
    backend = make_backend(target)
    options = backend.parse_options({"num_warps": num_warps})
    stages = {}
    backend.add_stages(stages, options, source.language)
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    made = source.make_ir(
        target, options, backend.get_codegen_implementation(options), backend.get_module_map(), context)
    metadata = {"target": target, **options.__dict__}
    for name, stage in stages.items():  # the assembler comes after, and knows no external functions
        made = stage(made, metadata)
        if name == "ptx":
            break
    return Kernel(_kept(function.__name__, str(made)), function.__name__, scratch=2)
