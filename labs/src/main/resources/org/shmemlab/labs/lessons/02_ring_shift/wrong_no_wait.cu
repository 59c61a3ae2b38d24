// lab: 2
// A ring: every PE gives its number to the PE on its right, and prints what came from the left.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void shift(int *inbox) {
  int mype = nvshmem_my_pe();
  int right = (mype + 1) % nvshmem_n_pes();
  nvshmem_int_p(inbox, mype, right);
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int *inbox = (int *)nvshmem_calloc(1, sizeof(int));

  shift<<<1, 1, 0, stream>>>(inbox);

  int got;
  cudaMemcpyAsync(&got, inbox, sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  printf("PE %d: got %d\n", nvshmem_my_pe(), got);

  nvshmem_free(inbox);
  cudaStreamDestroy(stream);
  nvshmem_finalize();
  return 0;
}
