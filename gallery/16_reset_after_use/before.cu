// Bug gallery 16, before: a flag put back while the next call already uses it.
//
// wrong: An all-reduce left its flags at zero for the next call by storing into them at its end.
//   A peer that is one call ahead raises the flag before that store, and the store takes the
//   flag away again.
// missing: a barrier at the end of the call, after the reset.
// reference: ROCm/rocSHMEM#385
// shmemlab: expect conflict
// run: shmemlab check gallery/16_reset_after_use/before.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__device__ void all_reduce(uint64_t *flag) {
  nvshmem_uint64_atomic_set(flag, 1, 1 - nvshmem_my_pe());
  nvshmem_uint64_wait_until(flag, NVSHMEM_CMP_EQ, 1);
  *flag = 0;
}

__global__ void twice(uint64_t *flag) {
  all_reduce(flag);
  all_reduce(flag);
  printf("PE %d: done\n", nvshmem_my_pe());
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  uint64_t *flag = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));

  void *args[] = {&flag};
  nvshmemx_collective_launch((const void *)twice, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(flag);
  nvshmem_finalize();
  return 0;
}
