// OpenSHMEM in C: a lock around an update that no single atomic can do.
//
// run: shmemlab run examples/osh_lock.c -n 4
// check: shmemlab check examples/osh_lock.c -n 2 -D ROUNDS=2
// look at: count and sum belong together, so they are read, changed and written under the lock; the
// quiet completes the new pair before the next owner may read it.
#include <shmem.h>
#include <stdio.h>

#ifndef ROUNDS
#define ROUNDS 5
#endif

static long lock;
static long account[2];  // on PE 0: how many deposits, and their sum

int main(void) {
  shmem_init();
  int me = shmem_my_pe();

  static long copy[2];
  for (int i = 0; i < ROUNDS; i++) {
    shmem_set_lock(&lock);
    shmem_long_get(copy, account, 2, 0);
    copy[0] += 1;
    copy[1] += 10 * me + i;
    shmem_long_put(account, copy, 2, 0);
    shmem_quiet();
    shmem_clear_lock(&lock);
  }
  shmem_barrier_all();

  if (me == 0) printf("%ld deposits, sum %ld\n", account[0], account[1]);
  shmem_finalize();
  return 0;
}
