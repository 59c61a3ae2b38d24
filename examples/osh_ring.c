// OpenSHMEM in C: a token goes once round the ring, and every PE adds its number to it.
//
// run: shmemlab run examples/osh_ring.c -n 4
// look at: the put brings the token, the atomic raises the flag; both go to the same PE, so a fence
// between them is enough. Globals and statics are symmetric in OpenSHMEM.
#include <shmem.h>
#include <stdio.h>

static long token;
static int flag;

int main(void) {
  shmem_init();
  int me = shmem_my_pe(), next = (me + 1) % shmem_n_pes();

  if (me != 0) {
    shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
    token += me;
  }
  shmem_long_put(&token, &token, 1, next);
  shmem_fence();
  shmem_int_atomic_set(&flag, 1, next);
  if (me == 0) shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);

  printf("PE %d: the token is %ld\n", me, token);
  shmem_finalize();
  return 0;
}
