// Bug gallery 38, before: a slot is read again after a wait for a signal.
//
// wrong: On NVLink, NVSHMEM 3.4.5 waits for a signal by volatile loads and does nothing more. The
//   slot was read before, so the cache of the SM holds its first message, and the second load may
//   find that again: on H200s it did in 99 % of a million runs. The documents allow the program.
// missing: a fence of the thread after the wait, or a wait that has one.
// reference: NVIDIA/nvshmem#75, results/README.md
// shmemlab: expect nothing
// shmemlab: expect stale on nvlink
// run: shmemlab check gallery/38_signal_wait_keeps_cache/before.cu -n 2 --transport nvlink
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void relay(int *slot, uint64_t *filled, uint64_t *freed) {
  int got[3] = {0, 0, 0};
  for (int message = 1; message <= 2; message++) {
    if (nvshmem_my_pe() == 0) {
      nvshmem_signal_wait_until(freed, NVSHMEM_CMP_EQ, message - 1);
      nvshmem_int_p(slot, 10 * message, 1);
      nvshmem_fence();
      nvshmemx_signal_op(filled, message, NVSHMEM_SIGNAL_SET, 1);
    } else {
      nvshmem_signal_wait_until(filled, NVSHMEM_CMP_EQ, message);
      got[message] = *slot;
      nvshmemx_signal_op(freed, message, NVSHMEM_SIGNAL_SET, 0);
    }
  }
  if (nvshmem_my_pe() == 1) printf("PE 1: %d, %d\n", got[1], got[2]);
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *slot = (int *)nvshmem_calloc(1, sizeof(int));
  uint64_t *filled = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));
  uint64_t *freed = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));

  void *args[] = {&slot, &filled, &freed};
  nvshmemx_collective_launch((const void *)relay, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(freed);
  nvshmem_free(filled);
  nvshmem_free(slot);
  nvshmem_finalize();
  return 0;
}
