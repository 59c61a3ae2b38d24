// A pipeline through two slots: while the right neighbour works on one chunk, the next one travels.
//
// run: shmemlab run examples/put_signal_pipeline.cu -n 4
// look at: `filled` says that a chunk is there, `freed` that its slot may be used again. Arrival is
// not consumption: without `freed`, chunk 3 could land on chunk 1 while that is still being read.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

#define CHUNKS 8
#define CHUNK 32  // elements, one per thread
#define SLOTS 2

// Every PE sends `data` to its right and mixes what comes from its left into `result`. A slot has
// one chunk on its way at a time, so a signal word can simply hold the number of the last one.
__global__ void pipeline(const int *data, int *inbox, uint64_t *filled, uint64_t *freed,
                         unsigned *result) {
  int mype = nvshmem_my_pe(), npes = nvshmem_n_pes();
  int right = (mype + 1) % npes, left = (mype + npes - 1) % npes;
  unsigned mix = 0;
  for (int chunk = 1; chunk <= CHUNKS; chunk++) {
    int slot = chunk % SLOTS;
    if (chunk > SLOTS) {
      if (threadIdx.x == 0)
        nvshmem_signal_wait_until(freed + slot, NVSHMEM_CMP_EQ, chunk - SLOTS);
      __syncthreads();
    }
    nvshmemx_int_put_signal_nbi_block(inbox + slot * CHUNK, data + (chunk - 1) * CHUNK, CHUNK,
                                      filled + slot, chunk, NVSHMEM_SIGNAL_SET, right);
    if (threadIdx.x == 0) nvshmem_signal_wait_until(filled + slot, NVSHMEM_CMP_EQ, chunk);
    __syncthreads();
    mix = mix * 31 + inbox[slot * CHUNK + threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0 && chunk + SLOTS <= CHUNKS)
      nvshmemx_signal_op(freed + slot, chunk, NVSHMEM_SIGNAL_SET, left);
  }
  result[threadIdx.x] = mix;
}

int main(void) {
  int values[CHUNKS * CHUNK];
  unsigned *result, mixes[CHUNK], checksum = 0;
  cudaStream_t stream;

  nvshmem_init();
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaMalloc((void **)&result, sizeof(mixes)));
  int mype = nvshmem_my_pe();
  int *data = (int *)nvshmem_malloc(sizeof(values));
  int *inbox = (int *)nvshmem_malloc(SLOTS * CHUNK * sizeof(int));
  uint64_t *filled = (uint64_t *)nvshmem_calloc(SLOTS, sizeof(uint64_t));
  uint64_t *freed = (uint64_t *)nvshmem_calloc(SLOTS, sizeof(uint64_t));

  for (int i = 0; i < CHUNKS * CHUNK; i++) values[i] = 1000 * mype + i;
  CHECK(cudaMemcpyAsync(data, values, sizeof(values), cudaMemcpyHostToDevice, stream));
  void *args[] = {&data, &inbox, &filled, &freed, &result};
  CHECK(nvshmemx_collective_launch((const void *)pipeline, 1, CHUNK, args, 0, stream));
  CHECK(cudaMemcpyAsync(mixes, result, sizeof(mixes), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));

  for (int i = 0; i < CHUNK; i++) checksum = checksum * 7 + mixes[i];
  printf("PE %d: %d chunks through %d slots, checksum %08x\n", mype, CHUNKS, SLOTS, checksum);

  nvshmem_free(freed);
  nvshmem_free(filled);
  nvshmem_free(inbox);
  nvshmem_free(data);
  CHECK(cudaFree(result));
  CHECK(cudaStreamDestroy(stream));
  nvshmem_finalize();
  return 0;
}
