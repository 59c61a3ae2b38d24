// A ring by NCCL's device interface: every rank puts its number into the memory of its right neighbour.
//
// run: shmemlab run examples/nccl_ring.cu -n 4
// look at: the signal of the put implies its data, and the flush that its source may be used again;
// both are of one GIN context, and neither says anything of the other's subject.
#include <stdio.h>

#include <mpi.h>
#include <nccl.h>
#include <nccl_device.h>

__global__ void ring(ncclDevComm comm, ncclWindow_t send, ncclWindow_t recv) {
  ncclGin gin(comm, 0);
  int next = (comm.rank + 1) % comm.nRanks;
  gin.put(ncclTeamWorld(comm), next, recv, 0, send, 0, sizeof(int), ncclGin_WeakSignalInc{0});
  gin.waitSignal(ncclCoopThread(), 0, 1);
  printf("%d: received %d\n", comm.rank, *(int *)ncclGetLocalPointer(recv, 0));
  gin.flush(ncclCoopThread());
}

int main(int argc, char **argv) {
  int rank, n;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  cudaSetDevice(rank);
  ncclUniqueId id;
  if (rank == 0) ncclGetUniqueId(&id);
  MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
  ncclComm_t comm;
  ncclCommInitRank(&comm, n, id, rank);

  int *send, *recv;
  ncclMemAlloc((void **)&send, sizeof(int));
  ncclMemAlloc((void **)&recv, sizeof(int));
  ncclWindow_t from, to;
  ncclCommWindowRegister(comm, send, sizeof(int), &from, NCCL_WIN_COLL_SYMMETRIC);
  ncclCommWindowRegister(comm, recv, sizeof(int), &to, NCCL_WIN_COLL_SYMMETRIC);
  cudaMemcpy(send, &rank, sizeof(int), cudaMemcpyHostToDevice);

  ncclDevComm dev;
  ncclDevCommRequirements reqs = NCCL_DEV_COMM_REQUIREMENTS_INITIALIZER;
  reqs.ginSignalCount = 1;
  reqs.ginConnectionType = NCCL_GIN_CONNECTION_FULL;
  ncclDevCommCreate(comm, &reqs, &dev);

  ring<<<1, 1>>>(dev, from, to);
  cudaDeviceSynchronize();

  ncclDevCommDestroy(comm, &dev);
  ncclCommWindowDeregister(comm, to);
  ncclCommWindowDeregister(comm, from);
  ncclMemFree(recv);
  ncclMemFree(send);
  ncclCommDestroy(comm);
  MPI_Finalize();
  return 0;
}
