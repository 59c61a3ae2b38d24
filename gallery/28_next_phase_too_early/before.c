// Bug gallery 28, before: the next phase writes what the last one is still read from.
//
// wrong: Two phases wrote into the same word, with a barrier after each write and none after
//   the read. A PE that is through with its own reading starts the next phase while its
//   neighbour still looks at the last one.
// missing: a second rendezvous, after the read.
// reference: mpi4py/shmem4py#8
// shmemlab: expect conflict
// run: shmemlab check gallery/28_next_phase_too_early/before.c -n 2
#include <shmem.h>
#include <stdio.h>

static int box;

int main(void) {
  shmem_init();
  int me = shmem_my_pe();
  for (int phase = 1; phase <= 2; phase++) {
    shmem_int_p(&box, 10 * phase + me, 1 - me);
    shmem_barrier_all();
    printf("PE %d: phase %d brings %d\n", me, phase, box);
  }
  shmem_finalize();
  return 0;
}
