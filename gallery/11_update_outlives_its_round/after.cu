// Bug gallery 11, after: a counter update that lands in the next round.
//
// was wrong: The receiver sent its progress to the sender, and no PE waited for that last
//   update. It landed after the counters had been cleaned for the next round, so the sender
//   overwrote tokens that had not been read.
// was missing: nvshmem_quiet before the PEs meet and clean.
// repaired by: nvshmem_quiet: no update of the old round is under way when the new one is
//   prepared.
// reference: deepseek-ai/DeepEP#310
// shmemlab: expect nothing
// run: shmemlab check gallery/11_update_outlives_its_round/after.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void next_round(uint64_t *head) {
  if (nvshmem_my_pe() == 0) nvshmem_uint64_atomic_add(head, 1, 1);
  nvshmem_quiet();
  nvshmem_sync_all();
  if (nvshmem_my_pe() == 1) {
    *head = 0;
    printf("PE 1: the next round starts at head %d\n", (int)*head);
  }
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  uint64_t *head = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));

  void *args[] = {&head};
  nvshmemx_collective_launch((const void *)next_round, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(head);
  nvshmem_finalize();
  return 0;
}
