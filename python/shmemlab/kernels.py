"""Kernels of modules of PTX or LLVM IR."""

import os

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

    def __init__(self, path, name):
        self._path = path
        self._name = name

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
        step["args"] = self.arguments(arguments)
        step["module"] = self._path
        recording().step(step)

    def arguments(self, given):
        """The arguments of the launch, as a launch file has them."""
        return [argument(one) for one in given]


def argument(one):
    """An argument of a kernel in a launch file."""
    if isinstance(one, SymmetricArray):
        return one.name
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
