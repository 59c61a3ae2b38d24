// A ring allreduce: the sum of one vector per PE, in 2 (n - 1) steps between neighbours only.
//
// run: shmemlab run examples/ring_allreduce.cu -n 4
// look at: every step has an inbox and a signal word of its own. One counter for several puts in
// flight would be wrong: a late put may raise it while an early one is still under way.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

#define CHUNK 16  // elements; the vector has one chunk per PE

// inbox: one chunk for each of the n - 1 steps that add; arrived: one word for each step.
__global__ void ring_allreduce(int *data, int *inbox, uint64_t *arrived) {
  int mype = nvshmem_my_pe(), npes = nvshmem_n_pes(), right = (mype + 1) % npes;

  // Reduce-scatter: pass a chunk on, add the one that comes in; chunk mype + 1 ends complete here.
  for (int step = 0; step < npes - 1; step++) {
    int out = (mype - step + npes) % npes, in = (mype - step - 1 + npes) % npes;
    nvshmemx_int_put_signal_block(inbox + step * CHUNK, data + out * CHUNK, CHUNK, arrived + step,
                                  1, NVSHMEM_SIGNAL_SET, right);
    if (threadIdx.x == 0) nvshmem_signal_wait_until(arrived + step, NVSHMEM_CMP_EQ, 1);
    __syncthreads();
    data[in * CHUNK + threadIdx.x] += inbox[step * CHUNK + threadIdx.x];
    __syncthreads();
  }
  // Allgather: complete chunks travel on, straight into place. A complete chunk contains what this
  // PE sent, so nothing here can still be reading the place that it overwrites.
  arrived += npes - 1;
  for (int step = 0; step < npes - 1; step++) {
    int out = (mype + 1 - step + npes) % npes;
    nvshmemx_int_put_signal_block(data + out * CHUNK, data + out * CHUNK, CHUNK, arrived + step, 1,
                                  NVSHMEM_SIGNAL_SET, right);
    if (threadIdx.x == 0) nvshmem_signal_wait_until(arrived + step, NVSHMEM_CMP_EQ, 1);
    __syncthreads();
  }
}

int main(void) {
  cudaStream_t stream;

  nvshmem_init();
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  CHECK(cudaStreamCreate(&stream));
  int mype = nvshmem_my_pe(), npes = nvshmem_n_pes(), n = npes * CHUNK;
  int *data = (int *)nvshmem_malloc(n * sizeof(int));
  int *inbox = (int *)nvshmem_malloc(n * sizeof(int));
  uint64_t *arrived = (uint64_t *)nvshmem_calloc(2 * npes, sizeof(uint64_t));
  int *values = (int *)malloc(n * sizeof(int));

  for (int i = 0; i < n; i++) values[i] = (mype + 1) * (i + 1);
  CHECK(cudaMemcpyAsync(data, values, n * sizeof(int), cudaMemcpyHostToDevice, stream));
  // No PE may put into a vector that its owner is still filling.
  nvshmemx_barrier_all_on_stream(stream);
  void *args[] = {&data, &inbox, &arrived};
  CHECK(nvshmemx_collective_launch((const void *)ring_allreduce, 1, CHUNK, args, 0, stream));
  CHECK(cudaMemcpyAsync(values, data, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));

  long total = 0;
  for (int i = 0; i < n; i++) total += values[i];
  printf("PE %d: first %d, last %d, total %ld\n", mype, values[0], values[n - 1], total);

  free(values);
  nvshmem_free(arrived);
  nvshmem_free(inbox);
  nvshmem_free(data);
  CHECK(cudaStreamDestroy(stream));
  nvshmem_finalize();
  return 0;
}
