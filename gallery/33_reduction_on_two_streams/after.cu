// Bug gallery 33, after: two reductions of one team on two streams.
//
// was wrong: Both reductions belong to one team, and the host queued them on two streams. The
//   device is free to start the second one first, on one PE but not on the other: they mix or
//   wait for each other for ever.
// was missing: stream order between two collectives of one team.
// repaired by: an event: the second stream waits for the first reduction.
// reference: pytorch/pytorch#189228, sgl-project/sglang#31117
// shmemlab: expect nothing
// run: shmemlab check gallery/33_reduction_on_two_streams/after.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

int main(void) {
  cudaStream_t first, second;
  cudaEvent_t reduced;
  int values[2] = {1, 10};

  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEventCreate(&reduced);
  int *number = (int *)nvshmem_malloc(2 * sizeof(int));
  int *sum = (int *)nvshmem_malloc(2 * sizeof(int));
  cudaMemcpy(number, values, sizeof(values), cudaMemcpyHostToDevice);

  nvshmemx_int_sum_reduce_on_stream(NVSHMEM_TEAM_WORLD, sum, number, 1, first);
  cudaEventRecord(reduced, first);
  cudaStreamWaitEvent(second, reduced, 0);
  nvshmemx_int_sum_reduce_on_stream(NVSHMEM_TEAM_WORLD, sum + 1, number + 1, 1, second);
  cudaDeviceSynchronize();
  cudaMemcpy(values, sum, sizeof(values), cudaMemcpyDeviceToHost);
  printf("PE %d: %d %d\n", nvshmem_my_pe(), values[0], values[1]);

  nvshmem_free(sum);
  nvshmem_free(number);
  cudaEventDestroy(reduced);
  cudaStreamDestroy(second);
  cudaStreamDestroy(first);
  nvshmem_finalize();
  return 0;
}
