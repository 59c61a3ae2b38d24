// lab: 7
// A ticket lock in the memory of PE 0: draw a ticket, wait until it is your turn, work, let the next in.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

// The sum is no atomic: it may be read and written only by the holder of the lock.
__global__ void add(int *sum, uint64_t *next, uint64_t *serving) {
  uint64_t ticket = nvshmem_uint64_atomic_fetch_inc(next, 0);
  while (nvshmem_uint64_g(serving, 0) != ticket) {
  }

  int now = nvshmem_int_g(sum, 0);
  nvshmem_int_p(sum, now + nvshmem_my_pe() + 1, 0);

  nvshmem_quiet();
  nvshmem_uint64_atomic_inc(serving, 0);
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int *sum = (int *)nvshmem_calloc(1, sizeof(int));
  uint64_t *next = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));
  uint64_t *serving = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));

  void *args[] = {&sum, &next, &serving};
  nvshmemx_collective_launch((const void *)add, 1, 1, args, 0, stream);
  nvshmemx_barrier_all_on_stream(stream);
  int all;
  cudaMemcpyAsync(&all, sum, sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  if (nvshmem_my_pe() == 0) printf("sum %d\n", all);

  nvshmem_free(serving);
  nvshmem_free(next);
  nvshmem_free(sum);
  cudaStreamDestroy(stream);
  nvshmem_finalize();
  return 0;
}
