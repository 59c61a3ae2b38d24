// Bug gallery 15, before: buffers cleaned between two barriers, of which the second is missing.
//
// wrong: The PEs met, cleaned their receive counters and started to send. The barrier in front
//   of the cleaning ends the last round; without one after it a fast PE's tokens are counted
//   before a slow PE has cleaned, and forgotten.
// missing: a barrier of all PEs between the cleaning and the first update from outside.
// reference: deepseek-ai/DeepEP#304, uccl-project/uccl#993
// shmemlab: expect conflict
// run: shmemlab check gallery/15_clean_then_dispatch/before.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void dispatch(uint64_t *tail) {
  int mype = nvshmem_my_pe();
  nvshmem_barrier_all();
  *tail = 0;
  nvshmem_uint64_atomic_add(tail, 1, 1 - mype);
  nvshmem_uint64_wait_until(tail, NVSHMEM_CMP_EQ, 1);
  printf("PE %d: 1 token\n", mype);
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  uint64_t *tail = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));

  void *args[] = {&tail};
  nvshmemx_collective_launch((const void *)dispatch, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(tail);
  nvshmem_finalize();
  return 0;
}
