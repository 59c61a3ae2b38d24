// Bug gallery 33, before: two reductions of one team on two streams.
//
// wrong: Both reductions belong to one team, and the host queued them on two streams. The device
//   is free to start the second one first, on one PE but not on the other: they mix or wait for
//   each other for ever.
// missing: stream order between two collectives of one team.
// reference: pytorch/pytorch#189228, sgl-project/sglang#31117
// shmemlab: expect conflict
// run: shmemlab check gallery/33_reduction_on_two_streams/before.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

int main(void) {
  cudaStream_t first, second;
  int values[2] = {1, 10};

  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  int *number = (int *)nvshmem_malloc(2 * sizeof(int));
  int *sum = (int *)nvshmem_malloc(2 * sizeof(int));
  cudaMemcpy(number, values, sizeof(values), cudaMemcpyHostToDevice);

  nvshmemx_int_sum_reduce_on_stream(NVSHMEM_TEAM_WORLD, sum, number, 1, first);
  nvshmemx_int_sum_reduce_on_stream(NVSHMEM_TEAM_WORLD, sum + 1, number + 1, 1, second);
  cudaDeviceSynchronize();
  cudaMemcpy(values, sum, sizeof(values), cudaMemcpyDeviceToHost);
  printf("PE %d: %d %d\n", nvshmem_my_pe(), values[0], values[1]);

  nvshmem_free(sum);
  nvshmem_free(number);
  cudaStreamDestroy(second);
  cudaStreamDestroy(first);
  nvshmem_finalize();
  return 0;
}
