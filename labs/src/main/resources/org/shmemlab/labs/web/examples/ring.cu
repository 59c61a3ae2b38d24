// A ring: each PE gives its number to the PE on its right.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void shift(int *inbox) {
  int right = (nvshmem_my_pe() + 1) % nvshmem_n_pes();
  nvshmem_int_p(inbox, nvshmem_my_pe(), right);
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *inbox = (int *)nvshmem_calloc(1, sizeof(int));
  shift<<<1, 1>>>(inbox);
  nvshmemx_barrier_all_on_stream(0);

  int got;
  cudaMemcpy(&got, inbox, sizeof(int), cudaMemcpyDeviceToHost);
  printf("got %d\n", got);

  nvshmem_free(inbox);
  nvshmem_finalize();
  return 0;
}
