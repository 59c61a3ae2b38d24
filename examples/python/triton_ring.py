"""Launches the kernel ring_put of examples/triton/kernels.py, as Triton compiled it.

    python -m shmemlab run examples/python/triton_ring.py -n 2
    python -m shmemlab check examples/python/triton_ring.py -n 2
    python -m shmemlab check examples/python/triton_ring.py -n 2 -- no_wait
"""

import os
import sys

import numpy as np

import nvshmem.core as nvshmem
import shmemlab

name = sys.argv[1] if len(sys.argv) > 1 else "ring_put"
folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "triton")
kernel = shmemlab.module(os.path.join(folder, name + ".ptx"))[name]

nvshmem.init()
me, n = nvshmem.my_pe(), nvshmem.n_pes()
inbox = nvshmem.array((128,), dtype="int32")
outbox = nvshmem.array((128,), dtype="int32")
flag = nvshmem.buffer(8)
result = shmemlab.device_array((128,), dtype="int32")
outbox[:] = 1000 * me + np.arange(128)
flag[:] = 0
nvshmem.barrier_all()

kernel[1, 128](inbox, outbox, flag, result, None, None)  # Triton adds two parameters for scratch memory
shmemlab.synchronize()
expected = 2 * (1000 * ((me - 1) % n) + np.arange(128))
print(f"PE {me}: {result[0]} to {result[127]}, {'right' if np.array_equal(result, expected) else 'wrong'}")
nvshmem.finalize()
