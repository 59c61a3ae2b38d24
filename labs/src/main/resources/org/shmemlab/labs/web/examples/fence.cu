// Is a fence enough between a non-blocking put and its flag? The documents differ.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void hand_over(int *inbox, int *outbox, uint64_t *flag) {
  if (nvshmem_my_pe() == 0) {
    *outbox = 42;
    nvshmem_int_put_nbi(inbox, outbox, 1, 1);
    nvshmem_fence();
    nvshmem_uint64_atomic_set(flag, 1, 1);
  } else {
    nvshmem_uint64_wait_until(flag, NVSHMEM_CMP_EQ, 1);
    printf("token %d\n", *inbox);
  }
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *inbox = (int *)nvshmem_calloc(1, sizeof(int));
  int *outbox = (int *)nvshmem_calloc(1, sizeof(int));
  uint64_t *flag = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));
  void *args[] = {&inbox, &outbox, &flag};
  nvshmemx_collective_launch((const void *)hand_over, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();
  nvshmem_free(flag);
  nvshmem_free(outbox);
  nvshmem_free(inbox);
  nvshmem_finalize();
  return 0;
}
