// Bug gallery 26, after: arrival taken for consumption.
//
// was wrong: The sender refilled the slot as soon as the last chunk had arrived. That the
//   receiver has got a chunk does not mean that it has read it.
// was missing: word from the receiver that the slot is free.
// repaired by: a signal back when the chunk has been read, and a wait for it before the slot is
//   filled again.
// reference: flagos-ai/FlagCX#555
// shmemlab: expect nothing
// run: shmemlab check gallery/26_slot_refilled_too_early/after.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void pipeline(int *slot, uint64_t *filled, uint64_t *freed) {
  for (int chunk = 1; chunk <= 2; chunk++) {
    if (nvshmem_my_pe() == 0) {
      nvshmem_signal_wait_until(freed, NVSHMEM_CMP_EQ, chunk - 1);
      nvshmem_int_p(slot, 10 * chunk, 1);
      nvshmem_fence();
      nvshmemx_signal_op(filled, chunk, NVSHMEM_SIGNAL_SET, 1);
    } else {
      nvshmem_signal_wait_until(filled, NVSHMEM_CMP_GE, chunk);
      printf("PE 1: chunk %d is %d\n", chunk, *slot);
      nvshmemx_signal_op(freed, chunk, NVSHMEM_SIGNAL_SET, 0);
    }
  }
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *slot = (int *)nvshmem_calloc(1, sizeof(int));
  uint64_t *filled = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));
  uint64_t *freed = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));

  void *args[] = {&slot, &filled, &freed};
  nvshmemx_collective_launch((const void *)pipeline, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(freed);
  nvshmem_free(filled);
  nvshmem_free(slot);
  nvshmem_finalize();
  return 0;
}
