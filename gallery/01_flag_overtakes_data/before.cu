// Bug gallery 01, before: a flag after a non-blocking put.
//
// wrong: The token was written without waiting, and the flag that announces it was one more
//   write right after it. A network that routes adaptively delivers the flag first, and the
//   receiver reads what was there before.
// missing: any order between put_nbi and the atomic_set of the flag.
// reference: deepseek-ai/DeepEP#20, deepseek-ai/DeepEP#74
// shmemlab: expect conflict
// run: shmemlab check gallery/01_flag_overtakes_data/before.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void deliver(int *inbox, int *outbox, uint64_t *flag) {
  if (nvshmem_my_pe() == 0) {
    *outbox = 42;
    nvshmem_int_put_nbi(inbox, outbox, 1, 1);
    nvshmem_uint64_atomic_set(flag, 1, 1);
  } else {
    nvshmem_uint64_wait_until(flag, NVSHMEM_CMP_EQ, 1);
    printf("PE 1: token %d\n", *inbox);
  }
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *inbox = (int *)nvshmem_calloc(1, sizeof(int));
  int *outbox = (int *)nvshmem_calloc(1, sizeof(int));
  uint64_t *flag = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));

  void *args[] = {&inbox, &outbox, &flag};
  nvshmemx_collective_launch((const void *)deliver, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(flag);
  nvshmem_free(outbox);
  nvshmem_free(inbox);
  nvshmem_finalize();
  return 0;
}
