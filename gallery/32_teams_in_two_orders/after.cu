// Bug gallery 32, after: collectives of two teams in different orders.
//
// was wrong: Both PEs belong to two teams and meet once in each, but not in the same order. Each
//   waits in one team for the PE that waits for it in the other.
// was missing: one order of the two collectives, the same on all PEs.
// repaired by: first one team, then the other, on every PE.
// reference: meta-pytorch/torchrec#4149, deepseek-ai/DeepEP#496
// shmemlab: expect nothing
// run: shmemlab check gallery/32_teams_in_two_orders/after.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

int main(void) {
  nvshmem_team_t second;

  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *unused = (int *)nvshmem_malloc(sizeof(int));  // completes the initialisation
  nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, 0, 1, 2, NULL, 0, &second);

  nvshmem_team_sync(NVSHMEM_TEAM_WORLD);
  nvshmem_team_sync(second);
  printf("PE %d: done\n", nvshmem_my_pe());

  nvshmem_team_destroy(second);
  nvshmem_free(unused);
  nvshmem_finalize();
  return 0;
}
