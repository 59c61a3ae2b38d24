"""Puts an array around a ring of PEs, and adds up what arrived.

    python -m shmemlab run examples/python/ring_put.py -n 4
    python -m shmemlab check examples/python/ring_put.py -n 2
"""

import numpy as np

import nvshmem.core as nvshmem
from cuda.core.experimental import Device, system
from mpi4py import MPI

device = Device(MPI.COMM_WORLD.Get_rank() % system.num_devices)
device.set_current()
stream = device.create_stream()
nvshmem.init(device=device, mpi_comm=MPI.COMM_WORLD, initializer_method="mpi")

me, n = nvshmem.my_pe(), nvshmem.n_pes()
outbox = nvshmem.array((8,), dtype="int32")
inbox = nvshmem.array((8,), dtype="int32")
total = nvshmem.array((8,), dtype="int32")
outbox[:] = 100 * me + np.arange(8)

nvshmem.put(inbox, outbox, remote_pe=(me + 1) % n, stream=stream)
nvshmem.barrier(nvshmem.Teams.TEAM_WORLD, stream=stream)
nvshmem.reduce(nvshmem.Teams.TEAM_WORLD, total, inbox, "sum", stream=stream)
stream.sync()
print(f"PE {me}: {inbox[0]} to {inbox[7]}, all together {int(np.sum(total))}")

for array in (total, inbox, outbox):
    nvshmem.free_array(array)
nvshmem.finalize()
