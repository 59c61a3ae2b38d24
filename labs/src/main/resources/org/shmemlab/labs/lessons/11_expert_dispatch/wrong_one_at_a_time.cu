// lab: 11
// Each PE has tokens for the experts, one expert on each PE. Token t goes to expert t % npes, which adds up
// what it gets from every PE.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

#ifndef TOKENS
#define TOKENS 64  // of each PE for each expert
#endif
#ifndef WORDS
#define WORDS 16  // of a token
#endif
#ifndef THREADS
#define THREADS 32
#endif
#define BATCH (TOKENS * WORDS)

__device__ int word(int pe, int token) { return pe + token; }

// inbox: a batch from each PE; outbox: a batch for each; arrived: a signal word for each sender.
__global__ void dispatch(int *inbox, int *outbox, uint64_t *arrived, long *sum) {
  int mype = nvshmem_my_pe(), npes = nvshmem_n_pes();
  // Tokens of one expert lie side by side, whatever their order was.
  for (int i = threadIdx.x; i < npes * BATCH; i += THREADS)
    outbox[i] = word(mype, i % BATCH / WORDS * npes + i / BATCH);
  __syncthreads();

  if (threadIdx.x == 0)
    for (int expert = 0; expert < npes; expert++)
      nvshmem_int_put_signal(inbox + mype * BATCH, outbox + expert * BATCH, BATCH, arrived + mype, 1,
                             NVSHMEM_SIGNAL_SET, expert);

  for (int from = threadIdx.x; from < npes; from += THREADS)
    nvshmem_signal_wait_until(arrived + from, NVSHMEM_CMP_EQ, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    long all = 0;
    for (int i = 0; i < npes * BATCH; i += WORDS) all += inbox[i];
    *sum = all;
  }
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int npes = nvshmem_n_pes();
  int *inbox = (int *)nvshmem_calloc(npes * BATCH, sizeof(int));
  int *outbox = (int *)nvshmem_calloc(npes * BATCH, sizeof(int));
  uint64_t *arrived = (uint64_t *)nvshmem_calloc(npes, sizeof(uint64_t));
  long *sum = (long *)nvshmem_calloc(1, sizeof(long));

  void *args[] = {&inbox, &outbox, &arrived, &sum};
  nvshmemx_collective_launch((const void *)dispatch, 1, THREADS, args, 0, stream);
  nvshmemx_barrier_all_on_stream(stream);

  long all;
  cudaMemcpyAsync(&all, sum, sizeof(all), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  printf("expert %d: %ld\n", nvshmem_my_pe(), all);

  nvshmem_free(sum);
  nvshmem_free(arrived);
  nvshmem_free(outbox);
  nvshmem_free(inbox);
  cudaStreamDestroy(stream);
  nvshmem_finalize();
  return 0;
}
