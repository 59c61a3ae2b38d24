"""Kernels in Numba that call NVSHMEM's device functions by their names.

Numba 0.68 with numba-cuda 0.30 made their PTX, without a GPU:

    cuda.compile_ptx(ring_put, SIGNATURE, device=False, cc=(9, 0), lineinfo=True)
"""

from numba import cuda, types


i32p = types.CPointer(types.int32)
u64p = types.CPointer(types.uint64)
kw = {"abi": "c"}

my_pe = cuda.declare_device("nvshmem_my_pe", types.int32(), **kw)
n_pes = cuda.declare_device("nvshmem_n_pes", types.int32(), **kw)
int_p = cuda.declare_device("nvshmem_int_p", types.void(i32p, types.int32, types.int32), **kw)
fence = cuda.declare_device("nvshmem_fence", types.void(), **kw)
signal_op = cuda.declare_device("nvshmemx_signal_op", types.void(u64p, types.uint64, types.int32, types.int32), **kw)
signal_wait_until = cuda.declare_device(
    "nvshmem_signal_wait_until", types.uint64(u64p, types.int32, types.uint64), **kw)


def ring_put(inbox, flag, result):
    """Puts a number into the next PE's inbox and raises its flag, then reads its own."""
    next_pe = (my_pe() + 1) % n_pes()
    int_p(inbox, 100 + my_pe(), next_pe)
    fence()
    signal_op(flag, 1, 9, next_pe)
    signal_wait_until(flag, 0, 1)
    result[0] = inbox[0]


def signal_overtakes(inbox, flag, result):
    """The fence between the put and the signal is missing."""
    next_pe = (my_pe() + 1) % n_pes()
    int_p(inbox, 100 + my_pe(), next_pe)
    signal_op(flag, 1, 9, next_pe)
    signal_wait_until(flag, 0, 1)
    result[0] = inbox[0]


SIGNATURE = types.void(i32p, u64p, i32p)
