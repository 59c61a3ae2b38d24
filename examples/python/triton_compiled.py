"""Compiles a kernel of examples/triton by Triton, and launches it; with `jit`, as under Triton itself.

    python -m shmemlab run examples/python/triton_compiled.py -n 2
    python -m shmemlab check examples/python/triton_compiled.py -n 2 -- jit
"""

import os
import sys

import numpy as np

import nvshmem.core as nvshmem
import shmemlab
import triton  # shmemlab takes launches of the kernels that triton.jit makes

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "triton"))
import kernels

nvshmem.init()
me, n = nvshmem.my_pe(), nvshmem.n_pes()
inbox = nvshmem.array((128,), dtype="int32")
outbox = nvshmem.array((128,), dtype="int32")
flag = nvshmem.array((1,), dtype="uint64")
result = shmemlab.device_array((128,), dtype="int32")
outbox[:] = 1000 * me + np.arange(128)
flag[:] = 0
nvshmem.barrier_all()

if sys.argv[1:] == ["jit"]:
    kernels.ring_put[(1,)](inbox, outbox, flag, result, N=128)
else:
    signature = {"inbox": "*i32", "outbox": "*i32", "flag": "*u64", "result": "*i32", "N": "constexpr"}
    shmemlab.triton(kernels.ring_put, signature, {(4,): 128})[1, 128](inbox, outbox, flag, result)
shmemlab.synchronize()
expected = 2 * (1000 * ((me - 1) % n) + np.arange(128))
print(f"PE {me}: {result[0]} to {result[127]}, {'right' if np.array_equal(result, expected) else 'wrong'}")
nvshmem.finalize()
