"""Arrays in the memory of the machine, for NumPy."""

import math

import numpy
from numpy.lib.mixins import NDArrayOperatorsMixin

from shmemlab.recording import NvshmemInvalid

TYPES = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64")


def element_type(dtype):
    """A type as NumPy has it; NvshmemInvalid for one that a launch file lacks."""
    kind = numpy.dtype(dtype)
    if kind.name not in TYPES:
        raise NvshmemInvalid(f"{kind.name} is no type of arrays here: {', '.join(TYPES)}")
    return kind


class SymmetricArray(NDArrayOperatorsMixin):
    """An array that every PE has at the same place; its elements are those of this PE.

    Reading copies elements from the machine, once all calls before have been executed, and writing
    copies them there, as cudaMemcpy does. numpy.asarray(a), a[...] and arithmetic read.
    """

    def __init__(self, record, name, shape, dtype):
        self._record = record
        self.name = name
        self.shape = shape
        self.dtype = dtype
        self.size = math.prod(shape)
        self.nbytes = self.size * dtype.itemsize
        self.ndim = len(shape)

    @classmethod
    def allocate(cls, record, shape, dtype, symmetric=True):
        shape = (int(shape),) if isinstance(shape, (int, numpy.integer)) else tuple(int(s) for s in shape)
        kind = element_type(dtype)
        count = math.prod(shape)
        if count < 1:
            raise NvshmemInvalid(f"an array has at least one element, and {shape} has none")
        memory = {"values": "unwritten"} if symmetric else {"memory": "device"}
        name = record.allocate({"type": f"{kind.name}[{count}]", **memory})
        return cls(record, name, shape, kind)

    def free(self):
        self._record.free(self.name)

    def part(self, count=None):
        """The array, or its first elements, in a launch file."""
        return self.name if count is None or count == self.size else f"{self.name}[0:{count}]"

    def word(self):
        """Its first word, as a signal."""
        if self.dtype.name != "uint64":
            raise NvshmemInvalid(f"a signal is uint64, and '{self.name}' is {self.dtype}")
        return self.name if self.size == 1 else f"{self.name}[0]"

    def get(self):
        """A copy for the host."""
        data = self._record.read(self.name)
        return numpy.frombuffer(data, self.dtype).reshape(self.shape).copy()

    def __array__(self, dtype=None, copy=None):
        return self.get() if dtype is None else self.get().astype(dtype)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        if any(isinstance(one, SymmetricArray) for one in kwargs.get("out", ())):
            raise NvshmemInvalid("write a result by a[...] = ..., not by out=")
        host = [one.get() if isinstance(one, SymmetricArray) else one for one in inputs]
        return getattr(ufunc, method)(*host, **kwargs)

    def __len__(self):
        return self.shape[0]

    def __iter__(self):
        return iter(self.get())

    def __getitem__(self, key):
        return self.get()[key]

    def __setitem__(self, key, value):
        places = numpy.arange(self.size).reshape(self.shape)[key]
        values = numpy.broadcast_to(numpy.asarray(value), numpy.shape(places)).astype(self.dtype)
        places, values = numpy.ravel(places), numpy.ravel(values)
        if not numpy.all(numpy.isfinite(values)):
            raise NvshmemInvalid("a value that is written is a finite number")
        for run in numpy.split(numpy.arange(places.size), numpy.flatnonzero(numpy.diff(places) != 1) + 1):
            if run.size:
                self._write(int(places[run[0]]), values[run])

    def _write(self, first, values):
        whole = values.size == self.size
        part = self.name if whole else f"{self.name}[{first}:{first + values.size}]"
        same = bool(numpy.all(values == values[0]))
        words = values[0].item() if same else [one.item() for one in values]
        self._record.step({"set": part, "values": words})

    def tolist(self):
        return self.get().tolist()

    def __repr__(self):
        return repr(self.get())

    def __str__(self):
        return str(self.get())

    def __format__(self, spec):
        return format(str(self.get()), spec)
