// A ring: every PE writes its number into the memory of its right neighbour, with one call.
//
// run: shmemlab run examples/ring_shift.cu -n 8
// look at: the put is one-sided (without a receive call), and only the barrier on the stream says
// that it has arrived, before the copy to the host reads what came from the left.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

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
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  CHECK(cudaStreamCreate(&stream));
  int *destination = (int *)nvshmem_malloc(sizeof(int));

  simple_shift<<<1, 1, 0, stream>>>(destination);
  CHECK(cudaGetLastError());
  nvshmemx_barrier_all_on_stream(stream);
  CHECK(cudaMemcpyAsync(&msg, destination, sizeof(int), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  printf("%d: received message %d\n", nvshmem_my_pe(), msg);

  nvshmem_free(destination);
  CHECK(cudaStreamDestroy(stream));
  nvshmem_finalize();
  return 0;
}
