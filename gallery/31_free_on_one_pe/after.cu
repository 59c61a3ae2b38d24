// Bug gallery 31, after: memory released by one PE alone.
//
// was wrong: The object's last user on PE 0 went away and its memory was released there and
//   then, while PE 1 kept its own. Releasing symmetric memory is collective: PE 0 waits in it
//   for PE 1, and PE 1 for PE 0 somewhere else.
// was missing: the release on PE 1.
// repaired by: a release that all PEs come to, in the same order.
// reference: pytorch/pytorch#195500
// shmemlab: expect nothing
// run: shmemlab check gallery/31_free_on_one_pe/after.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *tensor = (int *)nvshmem_malloc(sizeof(int));
  nvshmem_free(tensor);
  nvshmem_barrier_all();
  printf("PE %d: done\n", nvshmem_my_pe());
  nvshmem_finalize();
  return 0;
}
