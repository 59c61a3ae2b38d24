// A broadcast along a ring: each PE waits for the message, then hands it on to the next one.
//
// run: shmemlab run examples/ring_bcast.cu -n 8
// look at: put_signal raises `arrived` after its own data is there, so the waiter needs nothing
// else: no fence, no barrier. The kernel waits for other PEs, hence the collective launch.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

#define N 64
#define THREADS 32

__global__ void ring_bcast(int *data, uint64_t *arrived, int root) {
  int mype = nvshmem_my_pe();
  int next = (mype + 1) % nvshmem_n_pes();
  if (mype != root) {
    if (threadIdx.x == 0) nvshmem_signal_wait_until(arrived, NVSHMEM_CMP_EQ, 1);
    __syncthreads();
  }
  if (next != root)
    nvshmemx_int_put_signal_block(data, data, N, arrived, 1, NVSHMEM_SIGNAL_SET, next);
}

int main(void) {
  int values[N], root = 0;
  cudaStream_t stream;

  nvshmem_init();
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  CHECK(cudaStreamCreate(&stream));
  int *data = (int *)nvshmem_malloc(N * sizeof(int));
  uint64_t *arrived = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));

  if (nvshmem_my_pe() == root) {
    for (int i = 0; i < N; i++) values[i] = i * i;
    CHECK(cudaMemcpyAsync(data, values, sizeof(values), cudaMemcpyHostToDevice, stream));
  }
  void *args[] = {&data, &arrived, &root};
  CHECK(nvshmemx_collective_launch((const void *)ring_bcast, 1, THREADS, args, 0, stream));
  CHECK(cudaMemcpyAsync(values, data, sizeof(values), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));

  int sum = 0;
  for (int i = 0; i < N; i++) sum += values[i];
  printf("PE %d: last element %d, sum %d\n", nvshmem_my_pe(), values[N - 1], sum);

  nvshmem_free(arrived);
  nvshmem_free(data);
  CHECK(cudaStreamDestroy(stream));
  nvshmem_finalize();
  return 0;
}
