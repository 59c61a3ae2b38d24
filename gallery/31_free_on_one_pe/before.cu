// Bug gallery 31, before: memory released by one PE alone.
//
// wrong: The object's last user on PE 0 went away and its memory was released there and then,
//   while PE 1 kept its own. Releasing symmetric memory is collective: PE 0 waits in it for PE
//   1, and PE 1 for PE 0 somewhere else.
// missing: the release on PE 1.
// reference: pytorch/pytorch#195500
// shmemlab: expect deadlock
// run: shmemlab check gallery/31_free_on_one_pe/before.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *tensor = (int *)nvshmem_malloc(sizeof(int));
  if (nvshmem_my_pe() == 0) nvshmem_free(tensor);  // its last user there has gone
  nvshmem_barrier_all();
  printf("PE %d: done\n", nvshmem_my_pe());
  nvshmem_finalize();
  return 0;
}
