// Mixture of experts: tokens go to the PE of their expert, are worked on, and come home.
//
// run: shmemlab run examples/moe_dispatch.cu -n 4
// check: shmemlab check examples/moe_dispatch.cu -n 2 -D TOKENS=2
// look at: the number of tokens of an expert is not known before. A sender draws a place from the
// expert's counter, completes its puts with quiet, and only then adds one to the expert's signal;
// the expert waits until every PE has done so.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

#ifndef TOKENS
#define TOKENS 32  // per PE, one per thread
#endif

typedef struct {
  int home;   // the PE that it comes from
  int index;  // its place there
  int value;
} Token;

__global__ void dispatch(Token *tokens, Token *inbox, int *count, uint64_t *senders,
                         int *results) {
  int mype = nvshmem_my_pe(), npes = nvshmem_n_pes();
  Token *token = tokens + threadIdx.x;
  token->home = mype;
  token->index = threadIdx.x;
  token->value = 100 * mype + threadIdx.x;

  int expert = (token->index * token->index + mype) % 7 % npes;  // some are more popular
  int place = nvshmem_int_atomic_fetch_inc(count, expert);
  nvshmem_putmem_nbi(inbox + place, token, sizeof(Token), expert);
  nvshmem_quiet();
  __syncthreads();
  for (int pe = threadIdx.x; pe < npes; pe += blockDim.x)
    nvshmemx_signal_op(senders, 1, NVSHMEM_SIGNAL_ADD, pe);

  if (threadIdx.x == 0) nvshmem_signal_wait_until(senders, NVSHMEM_CMP_EQ, npes);
  __syncthreads();
  for (int i = threadIdx.x; i < *count; i += blockDim.x)
    nvshmem_int_p(results + inbox[i].index, 2 * inbox[i].value + mype, inbox[i].home);
}

int main(void) {
  int served, values[TOKENS], sum = 0;
  cudaStream_t stream;

  nvshmem_init();
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  CHECK(cudaStreamCreate(&stream));
  int mype = nvshmem_my_pe(), npes = nvshmem_n_pes();
  Token *tokens = (Token *)nvshmem_malloc(TOKENS * sizeof(Token));
  Token *inbox = (Token *)nvshmem_malloc(npes * TOKENS * sizeof(Token));
  int *count = (int *)nvshmem_calloc(1, sizeof(int));
  uint64_t *senders = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));
  int *results = (int *)nvshmem_malloc(TOKENS * sizeof(int));

  void *args[] = {&tokens, &inbox, &count, &senders, &results};
  CHECK(nvshmemx_collective_launch((const void *)dispatch, 1, TOKENS, args, 0, stream));
  nvshmemx_barrier_all_on_stream(stream);
  CHECK(cudaMemcpyAsync(&served, count, sizeof(int), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaMemcpyAsync(values, results, sizeof(values), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));

  for (int i = 0; i < TOKENS; i++) sum += (i + 1) * values[i];
  printf("PE %d: its expert served %d tokens, its own came back with weighted sum %d\n", mype,
         served, sum);

  nvshmem_free(results);
  nvshmem_free(senders);
  nvshmem_free(count);
  nvshmem_free(inbox);
  nvshmem_free(tokens);
  CHECK(cudaStreamDestroy(stream));
  nvshmem_finalize();
  return 0;
}
