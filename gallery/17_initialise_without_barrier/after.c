// Bug gallery 17, after: memory read by others before its owner has filled it in.
//
// was wrong: The binding allocated symmetric memory, which meets, and then stored the initial
//   values with plain stores of the owner. Nothing kept another PE from reading or writing there
//   before.
// was missing: shmem_barrier_all between the owner's stores and the first access from outside.
// repaired by: the barrier after the initialisation.
// reference: mpi4py/shmem4py#23
// shmemlab: expect nothing
// run: shmemlab check gallery/17_initialise_without_barrier/after.c -n 2
#include <shmem.h>
#include <stdio.h>

int main(void) {
  shmem_init();
  int me = shmem_my_pe();
  int *number = (int *)shmem_malloc(sizeof(int));
  *number = me + 1;
  shmem_barrier_all();
  printf("PE %d: the other one has %d\n", me, shmem_int_g(number, 1 - me));
  shmem_free(number);
  shmem_finalize();
  return 0;
}
