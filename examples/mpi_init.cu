// NVSHMEM inside an MPI program: the ranks of a communicator become the PEs.
//
// run: shmemlab run examples/mpi_init.cu -n 4
// look at: MPI starts first and ends last; in between the program may use both, here NVSHMEM to
// fetch the neighbour's number and MPI to add up what was fetched.
#include <stdio.h>

#include <mpi.h>
#include <nvshmem.h>
#include <nvshmemx.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

__global__ void fetch(int *fetched, int *number) {
  int mype = nvshmem_my_pe(), npes = nvshmem_n_pes();
  *fetched = nvshmem_int_g(number, (mype + 1) % npes);
}

int main(int argc, char *argv[]) {
  int rank, size, mine, received, sum;
  cudaStream_t stream;

  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);

  MPI_Comm comm = MPI_COMM_WORLD;
  nvshmemx_init_attr_t attr = NVSHMEMX_INIT_ATTR_INITIALIZER;
  attr.mpi_comm = &comm;
  CHECK(nvshmemx_init_attr(NVSHMEMX_INIT_WITH_MPI_COMM, &attr));
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  CHECK(cudaStreamCreate(&stream));
  int *number = (int *)nvshmem_malloc(sizeof(int));
  int *fetched = (int *)nvshmem_malloc(sizeof(int));

  mine = 10 * rank;
  CHECK(cudaMemcpyAsync(number, &mine, sizeof(int), cudaMemcpyHostToDevice, stream));
  nvshmemx_barrier_all_on_stream(stream);
  fetch<<<1, 1, 0, stream>>>(fetched, number);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpyAsync(&received, fetched, sizeof(int), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  printf("rank %d of %d is PE %d of %d and fetched %d\n", rank, size, nvshmem_my_pe(),
         nvshmem_n_pes(), received);
  MPI_Reduce(&received, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("sum of all: %d\n", sum);

  nvshmem_free(fetched);
  nvshmem_free(number);
  CHECK(cudaStreamDestroy(stream));
  nvshmem_finalize();
  MPI_Finalize();
  return 0;
}
