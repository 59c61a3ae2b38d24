// A ring: every PE writes its number into the memory of its right neighbour, with one call.
//
// run: shmemlab run examples/ring_shift.cu -n 8
// look at: the put is one-sided (no PE receives anything), and the barrier on the stream is what
// makes it complete before the copy to the host reads the result.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void simple_shift(int *destination) {
  int mype = nvshmem_my_pe();
  int npes = nvshmem_n_pes();
  int peer = (mype + 1) % npes;
  nvshmem_int_p(destination, mype, peer);
}

int main(void) {
  int msg;
  cudaStream_t stream;

  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  cudaStreamCreate(&stream);
  int *destination = (int *)nvshmem_malloc(sizeof(int));

  simple_shift<<<1, 1, 0, stream>>>(destination);
  nvshmemx_barrier_all_on_stream(stream);
  cudaMemcpyAsync(&msg, destination, sizeof(int), cudaMemcpyDeviceToHost, stream);
  if (cudaStreamSynchronize(stream) != cudaSuccess) {
    fprintf(stderr, "%d: %s\n", nvshmem_my_pe(), cudaGetErrorString(cudaGetLastError()));
    nvshmem_global_exit(1);
  }
  printf("%d: received message %d\n", nvshmem_my_pe(), msg);

  nvshmem_free(destination);
  cudaStreamDestroy(stream);
  nvshmem_finalize();
  return 0;
}
