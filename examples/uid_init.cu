// Starting from a unique id: one process makes it, any means may carry it to the others, and each
// says which PE of how many it is.
//
// run: shmemlab run examples/uid_init.cu -n 4
// look at: NVSHMEM hears nothing from MPI here: the broadcast only carries the id, which a socket
// or a file could do as well. The counter on PE 0 shows that all of them came to the same job.
#include <stdio.h>

#include <mpi.h>
#include <nvshmem.h>
#include <nvshmemx.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

__global__ void check_in(int *present) { nvshmem_int_atomic_inc(present, 0); }

int main(int argc, char *argv[]) {
  int rank, size, count;
  cudaStream_t stream;
  nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
  nvshmemx_init_attr_t attr = NVSHMEMX_INIT_ATTR_INITIALIZER;

  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) CHECK(nvshmemx_get_uniqueid(&id));
  MPI_Bcast(&id, sizeof(id), MPI_BYTE, 0, MPI_COMM_WORLD);

  CHECK(nvshmemx_set_attr_uniqueid_args(rank, size, &id, &attr));
  CHECK(nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attr));
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  CHECK(cudaStreamCreate(&stream));
  int *present = (int *)nvshmem_calloc(1, sizeof(int));

  check_in<<<1, 1, 0, stream>>>(present);
  CHECK(cudaGetLastError());
  nvshmemx_barrier_all_on_stream(stream);
  CHECK(cudaMemcpyAsync(&count, present, sizeof(int), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  printf("rank %d is PE %d of %d\n", rank, nvshmem_my_pe(), nvshmem_n_pes());
  if (nvshmem_my_pe() == 0) printf("PEs that checked in: %d\n", count);

  nvshmem_free(present);
  CHECK(cudaStreamDestroy(stream));
  nvshmem_finalize();
  MPI_Finalize();
  return 0;
}
