// Bug gallery 32, before: collectives of two teams in different orders.
//
// wrong: Both PEs belong to two teams and meet once in each, but not in the same order. Each
//   waits in one team for the PE that waits for it in the other.
// missing: one order of the two collectives, the same on all PEs.
// reference: meta-pytorch/torchrec#4149, deepseek-ai/DeepEP#496
// shmemlab: expect deadlock
// run: shmemlab check gallery/32_teams_in_two_orders/before.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

int main(void) {
  nvshmem_team_t second;

  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *unused = (int *)nvshmem_malloc(sizeof(int));  // completes the initialisation
  nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, 0, 1, 2, NULL, 0, &second);

  int swapped = nvshmem_my_pe() == 1;
  nvshmem_team_sync(swapped ? second : NVSHMEM_TEAM_WORLD);
  nvshmem_team_sync(swapped ? NVSHMEM_TEAM_WORLD : second);
  printf("PE %d: done\n", nvshmem_my_pe());

  nvshmem_team_destroy(second);
  nvshmem_free(unused);
  nvshmem_finalize();
  return 0;
}
