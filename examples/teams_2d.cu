// Teams: the PEs as a grid of rows of three, and one sum along each row and each column.
//
// run: shmemlab run examples/teams_2d.cu -n 8
// look at: a PE has one number in the world and another in each of its teams. Eight PEs do not fill
// the last row: its team, and that of the last column, is shorter.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

int main(void) {
  int sums[2];
  cudaStream_t stream;
  nvshmem_team_t row, column;

  nvshmem_init();
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  CHECK(cudaStreamCreate(&stream));
  int mype = nvshmem_my_pe(), npes = nvshmem_n_pes();
  int *number = (int *)nvshmem_malloc(sizeof(int));
  int *sum = (int *)nvshmem_malloc(2 * sizeof(int));

  // After the allocation: the first one completes the initialisation, on the device chosen by then.
  int width = npes < 3 ? npes : 3;
  CHECK(nvshmem_team_split_2d(NVSHMEM_TEAM_WORLD, width, NULL, 0, &row, NULL, 0, &column));
  CHECK(cudaMemcpyAsync(number, &mype, sizeof(int), cudaMemcpyHostToDevice, stream));
  CHECK(nvshmemx_int_sum_reduce_on_stream(row, sum, number, 1, stream));
  CHECK(nvshmemx_int_sum_reduce_on_stream(column, sum + 1, number, 1, stream));
  CHECK(cudaMemcpyAsync(sums, sum, sizeof(sums), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  printf("PE %d: %d of %d in the row of PE %d, sum %d; %d of %d in the column of PE %d, sum %d\n",
         mype, nvshmem_team_my_pe(row), nvshmem_team_n_pes(row),
         nvshmem_team_translate_pe(row, 0, NVSHMEM_TEAM_WORLD), sums[0],
         nvshmem_team_my_pe(column), nvshmem_team_n_pes(column),
         nvshmem_team_translate_pe(column, 0, NVSHMEM_TEAM_WORLD), sums[1]);

  nvshmem_free(sum);
  nvshmem_free(number);
  nvshmem_team_destroy(column);
  nvshmem_team_destroy(row);
  CHECK(cudaStreamDestroy(stream));
  nvshmem_finalize();
  return 0;
}
