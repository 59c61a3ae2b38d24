// lab: 4
// PE 0 gives a letter to PE 1. It notifies PE 1, whose memory the letter is in, and PE 2, which
// fetches a copy from there.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

#ifndef TEXT
#define TEXT 1234
#endif

__global__ void post(int *letter, int *mine, uint64_t *told) {
  switch (nvshmem_my_pe()) {
    case 0:
      nvshmem_int_p(letter, TEXT, 1);
      nvshmem_fence();
      nvshmem_uint64_atomic_set(told, 1, 1);  // to PE 1
      nvshmem_quiet();
      nvshmem_uint64_atomic_set(told, 1, 2);  // to PE 2
      break;
    case 1:
      nvshmem_uint64_wait_until(told, NVSHMEM_CMP_EQ, 1);
      printf("PE 1: read %d\n", *letter);
      break;
    case 2:
      nvshmem_uint64_wait_until(told, NVSHMEM_CMP_EQ, 1);
      nvshmem_int_get(mine, letter, 1, 1);
      printf("PE 2: fetched %d\n", *mine);
      break;
  }
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *letter = (int *)nvshmem_calloc(1, sizeof(int));
  int *mine = (int *)nvshmem_calloc(1, sizeof(int));
  uint64_t *told = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));

  void *args[] = {&letter, &mine, &told};
  nvshmemx_collective_launch((const void *)post, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(told);
  nvshmem_free(mine);
  nvshmem_free(letter);
  nvshmem_finalize();
  return 0;
}
