// lab: 5
// PE 0 sends three chunks to PE 1, which takes each as soon as it is there. A put with a signal writes
// data and then a signal word of the same PE.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

#define CHUNKS 3

#ifndef FIRST
#define FIRST 10
#endif

__global__ void stream_of_chunks(int *inbox, int *outbox, uint64_t *arrived) {
  if (nvshmem_my_pe() == 0) {
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
      outbox[chunk] = FIRST + chunk;
      nvshmem_int_put_signal_nbi(inbox + chunk, outbox + chunk, 1, arrived + chunk, 1,
                                 NVSHMEM_SIGNAL_SET, 1);
    }
    nvshmem_quiet();
  } else if (nvshmem_my_pe() == 1) {
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
      nvshmem_signal_wait_until(arrived + chunk, NVSHMEM_CMP_EQ, 1);
      printf("PE 1: chunk %d is %d\n", chunk, inbox[chunk]);
    }
  }
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *inbox = (int *)nvshmem_calloc(CHUNKS, sizeof(int));
  int *outbox = (int *)nvshmem_calloc(CHUNKS, sizeof(int));
  uint64_t *arrived = (uint64_t *)nvshmem_calloc(CHUNKS, sizeof(uint64_t));

  void *args[] = {&inbox, &outbox, &arrived};
  nvshmemx_collective_launch((const void *)stream_of_chunks, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(arrived);
  nvshmem_free(outbox);
  nvshmem_free(inbox);
  nvshmem_finalize();
  return 0;
}
