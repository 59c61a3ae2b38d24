// The smallest job: every PE puts its number into its neighbour's memory. Says that NVSHMEM starts.
#include <stdio.h>

#include "shmemlab_start.h"

__global__ void shift(int *word, int me, int pes) {
  nvshmem_int_p(word, me, (me + 1) % pes);
  nvshmem_quiet();
}

int main() {
  nvshmem_init();
  int me = nvshmem_my_pe(), pes = nvshmem_n_pes(), seen = -1;
  if (cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)) != cudaSuccess) {
    fprintf(stderr, "PE %d: no such GPU\n", me);
    return 1;
  }
  int *word = (int *) nvshmem_malloc(sizeof(int));
  shift<<<1, 1>>>(word, me, pes);
  cudaError_t status = cudaDeviceSynchronize();
  nvshmem_barrier_all();
  cudaMemcpy(&seen, word, sizeof seen, cudaMemcpyDeviceToHost);
  printf("PE %d of %d: %d, %s, peer %s\n", me, pes, seen, cudaGetErrorString(status),
         nvshmem_ptr(word, (me + 1) % pes) ? "mapped" : "not mapped");
  nvshmem_free(word);
  nvshmem_finalize();
  return seen == (me + pes - 1) % pes ? 0 : 1;
}
