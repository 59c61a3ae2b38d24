// Bug gallery 03, after: two puts to one array, in an order that no call enforces.
//
// was wrong: A test cleared the peer's array with one put and filled it with the next one. Puts
//   of one PE to the same words are not ordered, so zeros landed on top of the values and the
//   test hung on a cluster of A64FX.
// was missing: shmem_fence between the two puts.
// repaired by: the fence between the two puts to the same PE.
// reference: openshmem-org/tests-sos#22
// shmemlab: expect nothing
// run: shmemlab check gallery/03_overwrite_without_fence/after.c -n 2
#include <shmem.h>
#include <stdio.h>

static int array[2];
static int flag;

int main(void) {
  shmem_init();
  if (shmem_my_pe() == 0) {
    int zeros[2] = {0, 0}, values[2] = {1, 2};
    shmem_int_put(array, zeros, 2, 1);
    shmem_fence();
    shmem_int_put(array, values, 2, 1);
    shmem_fence();
    shmem_int_atomic_set(&flag, 1, 1);
  } else {
    shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
    printf("PE 1: %d %d\n", array[0], array[1]);
  }
  shmem_finalize();
  return 0;
}
