// lab: 6
// PE 0 makes three messages in one buffer after the other and sends each without waiting for it.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

#ifndef MESSAGES
#define MESSAGES 3
#endif
#define WORDS 2

#ifndef FIRST
#define FIRST 100
#endif

// Message i is FIRST + i in all of its words.
__device__ void make(int *buffer, int message) {
  for (int word = 0; word < WORDS; word++) buffer[word] = FIRST + message;
}

__global__ void send(int *inbox, int *buffers, uint64_t *arrived) {
  if (nvshmem_my_pe() == 0) {
    for (int message = 0; message < MESSAGES; message++) {
      int *buffer = buffers + (message % 2) * WORDS;  // there are two
      make(buffer, message);
      if (message >= 2) nvshmem_quiet();
      nvshmem_int_put_signal_nbi(inbox + message * WORDS, buffer, WORDS, arrived + message, 1,
                                 NVSHMEM_SIGNAL_SET, 1);
    }
    nvshmem_quiet();
  } else if (nvshmem_my_pe() == 1) {
    for (int message = 0; message < MESSAGES; message++) {
      nvshmem_signal_wait_until(arrived + message, NVSHMEM_CMP_EQ, 1);
      printf("PE 1: message %d is %d %d\n", message, inbox[message * WORDS],
             inbox[message * WORDS + 1]);
    }
  }
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *inbox = (int *)nvshmem_calloc(MESSAGES * WORDS, sizeof(int));
  int *buffers = (int *)nvshmem_calloc(2 * WORDS, sizeof(int));
  uint64_t *arrived = (uint64_t *)nvshmem_calloc(MESSAGES, sizeof(uint64_t));

  void *args[] = {&inbox, &buffers, &arrived};
  nvshmemx_collective_launch((const void *)send, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(arrived);
  nvshmem_free(buffers);
  nvshmem_free(inbox);
  nvshmem_finalize();
  return 0;
}
