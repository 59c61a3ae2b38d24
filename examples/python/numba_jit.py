"""Launches a kernel with cuda.jit, as under Numba itself, on an array that the PE before has put.

    python -m shmemlab run examples/python/numba_jit.py -n 4
    python -m shmemlab check examples/python/numba_jit.py -n 2
"""

import numpy as np
from cuda.core import Device
from numba import cuda

import nvshmem.core


@cuda.jit
def double(result, inbox):
    i = cuda.threadIdx.x
    result[i, 1] = 2 * inbox[i]


nvshmem.core.init(initializer_method="mpi")
me, n = nvshmem.core.my_pe(), nvshmem.core.n_pes()
stream = Device().create_stream()
inbox = nvshmem.core.array((32,), dtype="float32")
outbox = nvshmem.core.array((32,), dtype="float32")
result = nvshmem.core.array((32, 2), dtype="float32")
outbox[:] = 100 * me + np.arange(32)
result[:] = 0
nvshmem.core.barrier_all(stream=stream)
nvshmem.core.put(inbox, outbox, remote_pe=(me + 1) % n, stream=stream)
nvshmem.core.barrier_all(stream=stream)

double[1, 32, stream](result, inbox)
stream.sync()
got = result[:, 1]
right = np.array_equal(got, 2 * (100 * ((me - 1) % n) + np.arange(32)))
print(f"PE {me}: {got[0]} to {got[31]}, {'right' if right else 'wrong'}")
nvshmem.core.finalize()
