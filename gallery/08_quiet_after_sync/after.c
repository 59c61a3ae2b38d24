// Bug gallery 08, after: a barrier with its two halves the wrong way round.
//
// was wrong: A library's dissemination barrier met first and completed its own writes
//   afterwards. The writes of the other PEs for me were then completed by them after I had
//   left the barrier.
// was missing: the quiet of every PE before the meeting instead of after it.
// repaired by: shmem_quiet first, then shmem_sync_all.
// reference: Sandia-OpenSHMEM/SOS#115
// shmemlab: expect nothing
// run: shmemlab check gallery/08_quiet_after_sync/after.c -n 2
#include <shmem.h>
#include <stdio.h>

static int box;

static void barrier(void) {
  shmem_quiet();
  shmem_sync_all();
}

int main(void) {
  shmem_init();
  int me = shmem_my_pe();
  shmem_int_p(&box, me + 1, 1 - me);
  barrier();
  printf("PE %d: %d\n", me, box);
  shmem_finalize();
  return 0;
}
