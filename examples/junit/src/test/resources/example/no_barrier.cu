// shmemlab: expect conflict
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>

__global__ void shift(int *inbox) {
  int pe = nvshmem_my_pe();
  nvshmem_int_p(inbox, pe, (pe + 1) % nvshmem_n_pes());
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *inbox = (int *)nvshmem_malloc(sizeof(int));
  shift<<<1, 1>>>(inbox);
  cudaDeviceSynchronize();
  int got;
  cudaMemcpy(&got, inbox, sizeof got, cudaMemcpyDeviceToHost);
  printf("PE %d has %d\n", nvshmem_my_pe(), got);
  nvshmem_free(inbox);
  nvshmem_finalize();
}
