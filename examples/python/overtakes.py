"""Raises a flag on one stream while the data is in flight on another: PE 1 may read old data.

    python -m shmemlab check examples/python/overtakes.py -n 2
"""

import nvshmem.core as nvshmem
import shmemlab

nvshmem.init()
data, flags = shmemlab.Stream(), shmemlab.Stream()
me = nvshmem.my_pe()
outbox = nvshmem.array((4,), dtype="int32")
inbox = nvshmem.array((4,), dtype="int32")
flag = nvshmem.buffer(8)
outbox[:] = 7
inbox[:] = 0
flag[:] = 0
nvshmem.barrier_all()

if me == 0:
    nvshmem.put(inbox, outbox, remote_pe=1, stream=data)
    nvshmem.signal_op(flag, 1, nvshmem.SignalOp.SIGNAL_SET, remote_pe=1, stream=flags)
if me == 1:
    nvshmem.signal_wait(flag, 1, nvshmem.ComparisonType.CMP_EQ, stream=flags)
    flags.sync()
    print(f"PE 1 reads {inbox}")

nvshmem.barrier_all()
nvshmem.finalize()
