"""Compiles kernels of examples/numba by Numba, and launches one: each PE puts a number into the next one.

    python -m shmemlab run examples/python/numba_ring.py -n 2
    python -m shmemlab check examples/python/numba_ring.py -n 2 -- signal_overtakes
"""

import os
import sys

import nvshmem.core as nvshmem
import shmemlab

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "numba"))
import kernels_numba

name = sys.argv[1] if len(sys.argv) > 1 else "ring_put"
kernel = shmemlab.numba(getattr(kernels_numba, name), kernels_numba.SIGNATURE)

nvshmem.init()
inbox = nvshmem.array((1,), dtype="int32")
flag = nvshmem.buffer(8)
result = shmemlab.device_array((1,), dtype="int32")
inbox[:] = 0
flag[:] = 0
nvshmem.barrier_all()

kernel[1, 1](inbox, flag, result)
shmemlab.synchronize()
print(f"PE {nvshmem.my_pe()} received {result[0]}")
nvshmem.finalize()
