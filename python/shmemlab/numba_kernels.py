"""Kernels in Numba, compiled to PTX for the types of their arguments."""

import numpy

from shmemlab import compiled
from shmemlab.arrays import SymmetricArray
from shmemlab.kernels import Kernel, argument
from shmemlab.recording import NvshmemInvalid

_CAPABILITY = (9, 0)

if not hasattr(numpy, "row_stack"):  # NumPy 2.5 is without it, and numba_cuda 0.30 reads it when it compiles
    numpy.row_stack = numpy.vstack


def numba(function, signature=None, capability=_CAPABILITY):
    """A function of Numba as a kernel: for arguments of a signature, else for those of each launch."""
    if signature is None:
        return LazyKernel(function, capability)
    return _compiled(function, signature, capability)


def _compiled(function, signature, capability):
    try:
        from numba import cuda
        from numba.core import sigutils
    except ImportError:
        raise compiled.missing("Numba", "cuda.compile_ptx(..., device=False, lineinfo=True)") from None
    types, _ = sigutils.normalize_signature(signature)
    text, _ = cuda.compile_ptx(function, types, device=False, cc=capability, lineinfo=True)
    kernel = compiled.kernel(NumbaKernel, text)
    kernel.types = types
    return kernel


class NumbaKernel(Kernel):
    """A kernel whose arguments have types of Numba."""

    types = ()

    def arguments(self, given):
        if len(given) != len(self.types):
            raise NvshmemInvalid(f"the kernel has {len(self.types)} parameters, here are {len(given)} arguments")
        return [word for one, kind in zip(given, self.types) for word in _words(one, kind)]


def _words(one, kind):
    """What becomes of an argument: an array is its address, its sizes and its strides."""
    if isinstance(one, SymmetricArray) and hasattr(kind, "ndim"):
        strides = [one.dtype.itemsize]
        for size in reversed(one.shape[1:]):
            strides.insert(0, strides[0] * size)
        sizes = [one.size, one.dtype.itemsize]
        return ["null", "null", *map(_word, sizes), one.name, *map(_word, one.shape), *map(_word, strides)]
    if isinstance(one, (bool, int, float)):
        name = "int8" if str(kind) == "bool" else str(kind)
        return [argument(numpy.dtype(name).type(one))]
    return [argument(one)]


def _word(number):
    return {"int64": number}


class LazyKernel(Kernel):
    """A kernel that is compiled at a launch, for the types of its arguments."""

    def __init__(self, function, capability=_CAPABILITY):
        super().__init__("", function.__name__)
        self._function = function
        self._capability = capability
        self._made = {}

    def launch(self, grid, block, arguments, shared=0, stream=None, collective=False):
        types = tuple(_type(one) for one in arguments)
        if types not in self._made:
            self._made[types] = _compiled(self._function, types, self._capability)
        self._made[types].launch(grid, block, arguments, shared, stream, collective)


def _type(one):
    from numba import types
    from numba.np.numpy_support import from_dtype

    if isinstance(one, SymmetricArray):
        return types.Array(from_dtype(one.dtype), one.ndim, "C")
    if isinstance(one, numpy.generic):
        return from_dtype(one.dtype)
    if isinstance(one, bool):
        return types.boolean
    if isinstance(one, int):
        return types.int64
    if isinstance(one, float):
        return types.float64
    raise NvshmemInvalid(f"an argument of a kernel in Numba is an array or a number, not {type(one).__name__}")


def take_launches():
    """Makes launches of functions with cuda.jit launches here; Numba itself compiles them."""
    from numba import cuda

    dispatcher = type(cuda.jit(lambda: None))
    kernels = {}

    def configured(self, configuration):
        function = self.py_func
        if function not in kernels:
            kernels[function] = LazyKernel(function)
        return kernels[function][configuration]

    dispatcher.__getitem__ = configured
