// Bug gallery 24, before: a volatile loop instead of a wait.
//
// wrong: The receiver polled the signal with volatile loads and read the data when it changed.
//   volatile makes the compiler load again; it says nothing of what else is visible by then.
// missing: a wait of the library in place of the loop.
// reference: meta-pytorch/torchcomms#2810
// shmemlab: expect conflict
// run: shmemlab check gallery/24_volatile_poll/before.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void receive(int *inbox, int *outbox, uint64_t *flag) {
  if (nvshmem_my_pe() == 0) {
    *outbox = 42;
    nvshmem_int_put_signal_nbi(inbox, outbox, 1, flag, 1, NVSHMEM_SIGNAL_SET, 1);
  } else {
    volatile uint64_t *seen = flag;
    while (*seen != 1) {
    }
    printf("PE 1: %d\n", *inbox);
  }
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *inbox = (int *)nvshmem_calloc(1, sizeof(int));
  int *outbox = (int *)nvshmem_calloc(1, sizeof(int));
  uint64_t *flag = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));

  void *args[] = {&inbox, &outbox, &flag};
  nvshmemx_collective_launch((const void *)receive, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(flag);
  nvshmem_free(outbox);
  nvshmem_free(inbox);
  nvshmem_finalize();
  return 0;
}
