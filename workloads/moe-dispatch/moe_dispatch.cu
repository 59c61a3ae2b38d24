// Mixture of experts with low latency: dispatch of tokens to their experts, and back (combine).
//
// run: shmemlab run workloads/moe-dispatch/moe_dispatch.cu -n 4
// check: shmemlab check workloads/moe-dispatch/moe_dispatch.cu -n 2 -D SMALL
// look at: every copy of a token has a place of its own at its expert, by expert, sender and number,
// so that no PE asks for one. A count sends an expert the number from a PE; it is one more than
// the copies, because 0 says that nothing is known yet. A quiet completes the puts before the count.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

#ifdef SMALL
#define TOKENS 1
#define EXPERTS 2
#define TOPK 1
#define WARPS 1
#define LANES 1
#endif

#ifndef TOKENS
#define TOKENS 8  // of each PE
#endif
#ifndef EXPERTS
#define EXPERTS 8  // of all PEs together
#endif
#ifndef TOPK
#define TOPK 2  // experts of a token
#endif
#ifndef WARPS
#define WARPS 2  // of a PE that put
#endif
#ifndef LANES
#define LANES 32  // threads of a warp, or 1
#endif
#ifndef OUT
#define OUT 16  // numbers of a token on its way
#endif
#ifndef BACK
#define BACK 32  // numbers of it on its way back
#endif
#ifndef SEED
#define SEED 1
#endif

#define GOLDEN 0x9E3779B97F4A7C15ull

// SplitMix64's last step: the experts of a token follow from the seed.
static uint64_t mixed(uint64_t z) {
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ z >> 27) * 0x94D049BB133111EBull;
  return z ^ z >> 31;
}

static void choose(int pe, int token, const int *ranked, int *experts) {
  uint64_t state = mixed(SEED + mixed(((uint64_t)pe << 32) + token));
  for (int k = 0; k < TOPK;) {
    state += GOLDEN;
    int expert = ranked[(int)((mixed(state) >> 11) * 0x1p-53 * EXPERTS)];
    int fresh = 1;
    for (int other = 0; other < k; other++) fresh &= experts[other] != expert;
    if (fresh) experts[k++] = expert;
  }
}

// Where the experts of a PE begin: they are dealt out in blocks.
__host__ __device__ static int first(int pe, int npes) { return (pe * EXPERTS + npes - 1) / npes; }

__host__ __device__ static int home(int expert, int npes) { return expert * npes / EXPERTS; }

// The place of a copy among those of its expert: the numbers of a sender follow each other.
__host__ __device__ static int place(int expert, int sender, int number, int npes) {
  return ((expert - first(home(expert, npes), npes)) * npes + sender) * TOKENS + number;
}

#if LANES == 1  // a thread stands for a warp
__device__ static void together() {}

__device__ static void put(int *to, const int *from, size_t numbers, int pe) {
  nvshmem_int_put_nbi(to, from, numbers, pe);
}
#else
__device__ static void together() { __syncwarp(); }

__device__ static void put(int *to, const int *from, size_t numbers, int pe) {
  nvshmemx_int_put_nbi_warp(to, from, numbers, pe);
}
#endif

__global__ void dispatch(const int *experts, const int *numbers, const int *copies,
                         const int *tokens, int *inbox, uint64_t *counts) {
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes();
  int warp = threadIdx.x / LANES, lane = threadIdx.x % LANES;
  for (int token = warp; token < TOKENS; token += WARPS)
    for (int k = 0; k < TOPK; k++) {
      int expert = experts[token * TOPK + k];
      put(inbox + place(expert, me, numbers[token * TOPK + k], npes) * OUT,
          tokens + (token * TOPK + k) * OUT, OUT, home(expert, npes));
    }
  nvshmem_quiet();
  __syncthreads();
  if (lane == 0)
    for (int expert = warp; expert < EXPERTS; expert += WARPS) {
      int pe = home(expert, npes);
      nvshmem_uint64_atomic_add(counts + (expert - first(pe, npes)) * npes + me,
                                copies[expert] + 1, pe);
    }
}

// An expert doubles what comes to it; a copy says in its first number where it belongs at home.
__global__ void combine(const int *inbox, int *outbox, int *results, uint64_t *counts,
                        uint64_t *done) {
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes();
  int warp = threadIdx.x / LANES, lane = threadIdx.x % LANES;
  int begin = first(me, npes), mine = first(me + 1, npes) - begin;
  for (int pair = warp; pair < mine * npes; pair += WARPS) {
    int origin = (me + pair) % npes, expert = begin + pair / npes;
    uint64_t *count = counts + (expert - begin) * npes + origin;
    if (lane == 0) nvshmem_uint64_wait_until(count, NVSHMEM_CMP_NE, 0);
    together();
    int copies = (int)*count - 1;
    for (int number = 0; number < copies; number++) {
      int at = place(expert, origin, number, npes);
      for (int i = lane; i < BACK; i += LANES)
        outbox[at * BACK + i] = 2 * inbox[at * OUT + i % OUT];
      together();
      put(results + inbox[at * OUT] * BACK, outbox + at * BACK, BACK, origin);
    }
    together();
    if (lane == 0) {
      nvshmem_quiet();
      nvshmem_uint64_atomic_add(done + expert, 1, origin);
    }
  }
  if (threadIdx.x == 0)
    for (int expert = 0; expert < EXPERTS; expert++)
      nvshmem_uint64_wait_until(done + expert, NVSHMEM_CMP_EQ, 1);
}

int main(void) {
  nvshmem_init();
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes();
  int most = (EXPERTS + npes - 1) / npes * npes * TOKENS;  // copies that may come to a PE
  int *inbox = (int *)nvshmem_malloc(most * OUT * sizeof(int));
  int *outbox = (int *)nvshmem_malloc(most * BACK * sizeof(int));
  int *tokens = (int *)nvshmem_malloc(TOKENS * TOPK * OUT * sizeof(int));
  int *results = (int *)nvshmem_malloc(TOKENS * TOPK * BACK * sizeof(int));
  uint64_t *counts = (uint64_t *)nvshmem_calloc(EXPERTS * npes, sizeof(uint64_t));
  uint64_t *done = (uint64_t *)nvshmem_calloc(EXPERTS, sizeof(uint64_t));

  int ranked[EXPERTS], experts[TOKENS * TOPK], numbers[TOKENS * TOPK], copies[EXPERTS] = {0};
  for (int i = 0; i < EXPERTS; i++) {
    int at = (int)(mixed(SEED + GOLDEN + i * GOLDEN) % (i + 1));
    ranked[i] = ranked[at];
    ranked[at] = i;
  }
  int values[TOKENS * TOPK * OUT];
  for (int token = 0; token < TOKENS; token++) {
    choose(me, token, ranked, experts + token * TOPK);
    for (int k = 0; k < TOPK; k++) {
      int copy = token * TOPK + k;
      numbers[copy] = copies[experts[copy]]++;
      values[copy * OUT] = copy;
      for (int i = 1; i < OUT; i++) values[copy * OUT + i] = 100 * me + token + i;
    }
  }
  int *table;
  CHECK(cudaMalloc(&table, sizeof(experts) + sizeof(numbers) + sizeof(copies)));
  CHECK(cudaMemcpy(table, experts, sizeof(experts), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(table + TOKENS * TOPK, numbers, sizeof(numbers), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(table + 2 * TOKENS * TOPK, copies, sizeof(copies), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(tokens, values, sizeof(values), cudaMemcpyHostToDevice));
  nvshmem_barrier_all();

  dispatch<<<1, WARPS * LANES>>>(table, table + TOKENS * TOPK, table + 2 * TOKENS * TOPK, tokens,
                                 inbox, counts);
  combine<<<1, WARPS * LANES>>>(inbox, outbox, results, counts, done);
  int home[TOKENS * TOPK * BACK], wrong = 0;
  CHECK(cudaMemcpy(home, results, sizeof(home), cudaMemcpyDeviceToHost));
  for (int copy = 0; copy < TOKENS * TOPK; copy++)
    for (int i = 0; i < BACK; i++)
      wrong += home[copy * BACK + i] != 2 * values[copy * OUT + i % OUT];
  printf("PE %d: %d copies came home, %d numbers are wrong\n", me, TOKENS * TOPK, wrong);

  nvshmem_barrier_all();
  CHECK(cudaFree(table));
  nvshmem_free(done);
  nvshmem_free(counts);
  nvshmem_free(results);
  nvshmem_free(tokens);
  nvshmem_free(outbox);
  nvshmem_free(inbox);
  nvshmem_finalize();
  return wrong != 0;
}
