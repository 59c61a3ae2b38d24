"""Launches a kernel with cuda.jit, as under Numba itself: a block puts an array into the next PE's.

    python -m shmemlab run examples/python/numba_arrays.py -n 4
    python -m shmemlab check examples/python/numba_arrays.py -n 2
"""

import numpy as np
from cuda.core import Device
from numba import cuda

import nvshmem.core
from nvshmem.core.device.numba import my_pe, n_pes, put_signal_block, signal_wait

SIGNAL_SET, CMP_EQ = 9, 0


@cuda.jit
def ring_put(inbox, outbox, flag, result, factor):
    put_signal_block(inbox, outbox, flag, 1, SIGNAL_SET, (my_pe() + 1) % n_pes())
    if cuda.threadIdx.x == 0:
        signal_wait(flag, CMP_EQ, 1)
    cuda.syncthreads()
    i = cuda.threadIdx.x
    result[i, 1] = factor * inbox[i]


nvshmem.core.init(initializer_method="mpi")
me, n = nvshmem.core.my_pe(), nvshmem.core.n_pes()
stream = Device().create_stream()
inbox = nvshmem.core.array((32,), dtype="float32")
outbox = nvshmem.core.array((32,), dtype="float32")
flag = nvshmem.core.array((1,), dtype="uint64")
result = nvshmem.core.array((32, 2), dtype="float32")
outbox[:] = 100 * me + np.arange(32)
flag[:] = 0
result[:] = 0
nvshmem.core.barrier_all(stream=stream)
stream.sync()

ring_put[1, 32, stream](inbox, outbox, flag, result, 2.0)
stream.sync()
expected = 2 * (100 * ((me - 1) % n) + np.arange(32))
got = result[:, 1]
print(f"PE {me}: {got[0]} to {got[31]}, {'right' if np.array_equal(got, expected) else 'wrong'}")
nvshmem.core.finalize()
