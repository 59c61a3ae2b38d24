// Bug gallery 02, after: a put with signal that was built without its fence.
//
// was wrong: The library's blocking put-with-signal was a put and then an atomic on the signal
//   word. A blocking put returns when its source may be reused, not when its data has arrived,
//   so the signal can be seen before the data.
// was missing: shmem_fence between the put and the atomic.
// repaired by: the fence: to the same PE, operations after it are delivered after those
//   before it.
// reference: Sandia-OpenSHMEM/SOS#825
// shmemlab: expect nothing
// run: shmemlab check gallery/02_put_signal_by_hand/after.c -n 2
#include <shmem.h>
#include <stdio.h>

static long data;
static long flag;

int main(void) {
  shmem_init();
  if (shmem_my_pe() == 0) {
    long value = 42;
    shmem_long_put(&data, &value, 1, 1);
    shmem_fence();
    shmem_long_atomic_set(&flag, 1, 1);
  } else {
    shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
    printf("PE 1: %ld\n", data);
  }
  shmem_finalize();
  return 0;
}
