// Bug gallery 10, after: the result of a get read before it has landed.
//
// was wrong: A quiet returned although the caller's gets were still outstanding, and the value
//   read right after it was the old one. Only completion makes the destination of a non-blocking
//   get readable; here a fence stands in for the quiet that did not wait.
// was missing: nvshmem_quiet between get_nbi and the load of its destination.
// repaired by: nvshmem_quiet: it waits for gets, which a fence does not even look at.
// reference: ROCm/mori#404
// shmemlab: expect nothing
// run: shmemlab check gallery/10_get_read_before_quiet/after.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void fetch(int *number, int *copy) {
  if (nvshmem_my_pe() == 1) *number = 42;
  nvshmem_barrier_all();
  if (nvshmem_my_pe() == 0) {
    nvshmem_int_get_nbi(copy, number, 1, 1);
    nvshmem_quiet();
    printf("PE 0: %d\n", *copy);
  }
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *number = (int *)nvshmem_calloc(1, sizeof(int));
  int *copy = (int *)nvshmem_calloc(1, sizeof(int));

  void *args[] = {&number, &copy};
  nvshmemx_collective_launch((const void *)fetch, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(copy);
  nvshmem_free(number);
  nvshmem_finalize();
  return 0;
}
