// Bug gallery 19, before: a barrier that sets its epoch without a fence.
//
// wrong: The barrier announces its epoch by setting a word at the peer. Two updates of one word
//   are not ordered, so the 1 of the first barrier may land on the 2 of the second one, and the
//   peer waits for ever. Adding instead of setting would not need the order.
// missing: nvshmem_fence between the signals of two epochs.
// reference: NVIDIA/nvshmem#36
// shmemlab: expect deadlock
// run: shmemlab check gallery/19_barrier_by_set/before.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__device__ void barrier(uint64_t *epoch_here, uint64_t epoch) {
  nvshmemx_signal_op(epoch_here, epoch, NVSHMEM_SIGNAL_SET, 1 - nvshmem_my_pe());
  nvshmem_signal_wait_until(epoch_here, NVSHMEM_CMP_GE, epoch);
}

__global__ void meet_twice(uint64_t *epoch_here) {
  barrier(epoch_here, 1);
  barrier(epoch_here, 2);
  printf("PE %d: done\n", nvshmem_my_pe());
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  uint64_t *epoch_here = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));

  void *args[] = {&epoch_here};
  nvshmemx_collective_launch((const void *)meet_twice, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(epoch_here);
  nvshmem_finalize();
  return 0;
}
