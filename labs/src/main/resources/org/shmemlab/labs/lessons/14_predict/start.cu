// lab: 14
// PE 0 sends MESSAGES of BYTES each to a PE of another node. How long does that take?
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

#ifndef BYTES
#define BYTES 64
#endif
#ifndef MESSAGES
#define MESSAGES 1
#endif

// From the start of the program to its end, in microseconds, on dgx-h100 with a PE on each node:
// predict it for any number of messages of any size.
double predicted_us(double bytes, int messages) { return 100.0; }

__global__ void send(char *to, char *from, uint64_t *arrived) {
  if (nvshmem_my_pe() == 0) {
    for (int i = 0; i < MESSAGES; i++)
      nvshmem_putmem_signal_nbi(to + i * BYTES, from + i * BYTES, BYTES, arrived, 1,
                                NVSHMEM_SIGNAL_ADD, 1);
    nvshmem_quiet();
  } else {
    nvshmem_signal_wait_until(arrived, NVSHMEM_CMP_EQ, MESSAGES);
  }
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  char *to = (char *)nvshmem_calloc(MESSAGES, BYTES);
  char *from = (char *)nvshmem_calloc(MESSAGES, BYTES);
  uint64_t *arrived = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));

  void *args[] = {&to, &from, &arrived};
  nvshmemx_collective_launch((const void *)send, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();
  if (nvshmem_my_pe() == 0)
    printf("PE 0: predicted %.2f us\n", predicted_us(BYTES, MESSAGES));

  nvshmem_free(arrived);
  nvshmem_free(from);
  nvshmem_free(to);
  nvshmem_finalize();
  return 0;
}
