// Bug gallery 30, after: a collective hidden in the first use.
//
// was wrong: Memory was allocated on first use, which looks local and is collective. One PE used
//   it before a barrier and the other one after it, so each waited for the other in a different
//   call.
// was missing: the same order of collectives on all PEs.
// repaired by: an allocation at the start, where all PEs pass.
// reference: pytorch/pytorch#195501
// shmemlab: expect nothing
// run: shmemlab check gallery/30_hidden_collective/after.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

static int *scratch;

static void use_scratch(void) {
  if (scratch == NULL) scratch = (int *)nvshmem_malloc(sizeof(int));
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  use_scratch();
  if (nvshmem_my_pe() == 0) use_scratch();
  nvshmem_barrier_all();
  if (nvshmem_my_pe() == 1) use_scratch();
  printf("PE %d: done\n", nvshmem_my_pe());

  nvshmem_free(scratch);
  nvshmem_finalize();
  return 0;
}
