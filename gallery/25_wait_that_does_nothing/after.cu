// Bug gallery 25, after: synchronising on nothing.
//
// was wrong: A back-end offered wait_signal with an empty body that returned success. Programs
//   that were right with another back-end read their data before it came.
// was missing: the wait itself.
// repaired by: a wait_signal that waits.
// reference: pytorch/pytorch#191858
// shmemlab: expect nothing
// run: shmemlab check gallery/25_wait_that_does_nothing/after.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__device__ void wait_signal(uint64_t *signal) {
  nvshmem_signal_wait_until(signal, NVSHMEM_CMP_EQ, 1);
}

__global__ void receive(int *inbox, int *outbox, uint64_t *signal) {
  if (nvshmem_my_pe() == 0) {
    *outbox = 42;
    nvshmem_int_put_signal_nbi(inbox, outbox, 1, signal, 1, NVSHMEM_SIGNAL_SET, 1);
  } else {
    wait_signal(signal);
    printf("PE 1: %d\n", *inbox);
  }
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *inbox = (int *)nvshmem_calloc(1, sizeof(int));
  int *outbox = (int *)nvshmem_calloc(1, sizeof(int));
  uint64_t *signal = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));

  void *args[] = {&inbox, &outbox, &signal};
  nvshmemx_collective_launch((const void *)receive, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(signal);
  nvshmem_free(outbox);
  nvshmem_free(inbox);
  nvshmem_finalize();
  return 0;
}
