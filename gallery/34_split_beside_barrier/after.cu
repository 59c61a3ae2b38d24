// Bug gallery 34, after: a team split while a barrier of its parent is queued.
//
// was wrong: The barrier of all PEs was still on the stream when the host split the same team.
//   Both are collectives of that team, and which one a PE enters first is left to chance.
// was missing: a wait of the host for the barrier on the stream.
// repaired by: cudaStreamSynchronize before the split.
// reference: NVSHMEM release notes 3.2.0 (team split with barrier_all_on_stream)
// shmemlab: expect nothing
// run: shmemlab check gallery/34_split_beside_barrier/after.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

int main(void) {
  cudaStream_t stream;
  nvshmem_team_t team;

  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  cudaStreamCreate(&stream);
  int *unused = (int *)nvshmem_malloc(sizeof(int));  // completes the initialisation

  nvshmemx_barrier_all_on_stream(stream);
  cudaStreamSynchronize(stream);
  nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, 0, 1, 2, NULL, 0, &team);
  printf("PE %d: %d PEs in the team\n", nvshmem_my_pe(), nvshmem_team_n_pes(team));

  nvshmem_team_destroy(team);
  nvshmem_free(unused);
  cudaStreamDestroy(stream);
  nvshmem_finalize();
  return 0;
}
