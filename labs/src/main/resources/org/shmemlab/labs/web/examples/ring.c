// OpenSHMEM in C: each PE puts its number into the memory of the next.
#include <shmem.h>
#include <stdio.h>

int main(void) {
  shmem_init();
  int *inbox = (int *)shmem_calloc(1, sizeof(int));
  shmem_int_p(inbox, shmem_my_pe(), (shmem_my_pe() + 1) % shmem_n_pes());
  shmem_barrier_all();
  printf("got %d\n", *inbox);
  shmem_free(inbox);
  shmem_finalize();
  return 0;
}
