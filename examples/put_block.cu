// A block-wide put: all threads of a block move one slice of an array together, in one call.
//
// run: shmemlab run examples/put_block.cu -n 4
// look at: every thread of the block makes the same call with the same arguments, and the four
// blocks share no order: only the barrier on the stream says that the whole array is there.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

#define BLOCKS 4
#define THREADS 32
#define SLICE 64
#define N (BLOCKS * SLICE)

__global__ void put_slices(int *inbox, const int *data, int peer) {
  int begin = blockIdx.x * SLICE;
  nvshmemx_int_put_block(inbox + begin, data + begin, SLICE, peer);
}

int main(void) {
  int values[N];
  cudaStream_t stream;

  nvshmem_init();
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  CHECK(cudaStreamCreate(&stream));
  int mype = nvshmem_my_pe(), npes = nvshmem_n_pes();
  int *data = (int *)nvshmem_malloc(N * sizeof(int));
  int *inbox = (int *)nvshmem_malloc(N * sizeof(int));

  for (int i = 0; i < N; i++) values[i] = 1000 * mype + i;
  CHECK(cudaMemcpyAsync(data, values, sizeof(values), cudaMemcpyHostToDevice, stream));
  put_slices<<<BLOCKS, THREADS, 0, stream>>>(inbox, data, (mype + 1) % npes);
  CHECK(cudaGetLastError());
  nvshmemx_barrier_all_on_stream(stream);
  CHECK(cudaMemcpyAsync(values, inbox, sizeof(values), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));

  int sum = 0;
  for (int i = 0; i < N; i++) sum += values[i];
  printf("PE %d: received %d .. %d, sum %d\n", mype, values[0], values[N - 1], sum);

  nvshmem_free(inbox);
  nvshmem_free(data);
  CHECK(cudaStreamDestroy(stream));
  nvshmem_finalize();
  return 0;
}
