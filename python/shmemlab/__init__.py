"""Runs and checks Python hosts of NVSHMEM programs by ShmemLab, without GPUs.

    python -m shmemlab run script.py -n 4
    python -m shmemlab check script.py -n 4

Scripts use nvshmem.core, and launch kernels of modules of PTX or LLVM IR:

    kernels = shmemlab.module("kernels.ptx")
    kernels.ring_put[grid, block, shared, stream](inbox, flag, result)
"""

from shmemlab.kernels import module
from shmemlab.numba_kernels import numba
from shmemlab.recording import NvshmemError, NvshmemInvalid, Stream, synchronize
from shmemlab.triton_kernels import triton

__all__ = ["NvshmemError", "NvshmemInvalid", "Stream", "device_array", "module", "numba",
           "synchronize", "triton"]


def device_array(shape, dtype="float32"):
    """An array of zeros in the memory of this PE alone."""
    from shmemlab.arrays import SymmetricArray
    from shmemlab.recording import recording

    return SymmetricArray.allocate(recording().checked(), shape, dtype, symmetric=False)
