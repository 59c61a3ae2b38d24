// Tensor parallelism: each PE multiplies by its share of the weights, and all add up what comes out.
// While one part of the product is added up, the next one is made.
//
// run: shmemlab run workloads/allreduce/allreduce.cu -n 4 -D ALGORITHM=TWO_SHOT
// check: shmemlab check workloads/allreduce/allreduce.cu -n 2 -D SMALL
// look at: every message has a place of its own in the inbox and a signal word of its own, so no PE
// has to say that a place is free again. A put returns when its source may change.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

#define RING 0      // parts go round twice: once to be added up, once as sums
#define ONE_SHOT 1  // every PE sends all to all
#define TWO_SHOT 2  // to each its share, and the sums back
#define DOUBLING 3  // pairs exchange all; for a power of two PEs

#ifdef SMALL
#define TOKENS 2
#define HIDDEN 2
#define INNER 2
#define PARTS 2
#define BLOCKS 1
#define LANES 1
#endif

#ifndef ALGORITHM
#define ALGORITHM RING
#endif
#ifndef TOKENS
#define TOKENS 8  // rows of the product
#endif
#ifndef HIDDEN
#define HIDDEN 16  // columns of the product
#endif
#ifndef INNER
#define INNER 12  // width that the PEs share
#endif
#ifndef PARTS
#define PARTS 2  // of the product, each made while another is added up
#endif
#ifndef BLOCKS
#define BLOCKS 2  // warps of a PE that send side by side; one more multiplies
#endif
#ifndef LANES
#define LANES 32  // threads of a warp, or 1
#endif

#define PART (TOKENS * HIDDEN / PARTS)
#define NUMBERS (PART / BLOCKS)  // of one warp's share of a part

__host__ __device__ static unsigned left(int token, int k) { return 1 + token + 3 * k; }

__host__ __device__ static unsigned weight(int k, int column) { return 2 + k + 5 * column; }

// Buffers of a PE for each warp and part: numbers in its inbox, and signal words.
__host__ __device__ static int room(int npes) {
  return ALGORITHM == RING || ALGORITHM == TWO_SHOT ? 2 * NUMBERS : npes * NUMBERS;
}

__host__ __device__ static int words(int npes) { return 2 * npes; }

#if LANES == 1  // a thread stands for a warp
__device__ static void together() {}

__device__ static void put(unsigned *to, const unsigned *from, size_t numbers, uint64_t *word, int pe) {
  nvshmem_uint_put_signal(to, from, numbers, word, 1, NVSHMEM_SIGNAL_SET, pe);
}
#else
__device__ static void together() { __syncwarp(); }

__device__ static void put(unsigned *to, const unsigned *from, size_t numbers, uint64_t *word, int pe) {
  nvshmemx_uint_put_signal_warp(to, from, numbers, word, 1, NVSHMEM_SIGNAL_SET, pe);
}
#endif

__device__ static void await(uint64_t *word, int lane) {
  if (lane == 0) nvshmem_signal_wait_until(word, NVSHMEM_CMP_EQ, 1);
  together();
}

__device__ static void add(unsigned *to, const unsigned *from, int numbers, int lane) {
  for (int i = lane; i < numbers; i += LANES) to[i] += from[i];
  together();
}

__device__ static void copy(unsigned *to, const unsigned *from, int numbers, int lane) {
  for (int i = lane; i < numbers; i += LANES) to[i] = from[i];
  together();
}

__device__ static void ring(unsigned *x, unsigned *inbox, uint64_t *arrived, int lane) {
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes(), share = NUMBERS / npes;
  for (int turn = 0; turn < 2 * (npes - 1); turn++) {
    int out = (me - turn + 2 * npes) % npes, in = (out + npes - 1) % npes;
    put(inbox + turn * share, x + out * share, share, arrived + turn, (me + 1) % npes);
    await(arrived + turn, lane);
    if (turn < npes - 1)
      add(x + in * share, inbox + turn * share, share, lane);
    else
      copy(x + in * share, inbox + turn * share, share, lane);
  }
}

__device__ static void one_shot(unsigned *x, unsigned *inbox, uint64_t *arrived, int lane) {
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes();
  for (int turn = 1; turn < npes; turn++)
    put(inbox + me * NUMBERS, x, NUMBERS, arrived + me, (me + turn) % npes);
  for (int turn = 1; turn < npes; turn++) {
    int from = (me + turn) % npes;
    await(arrived + from, lane);
    add(x, inbox + from * NUMBERS, NUMBERS, lane);
  }
}

__device__ static void two_shot(unsigned *x, unsigned *inbox, uint64_t *arrived, int lane) {
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes(), share = NUMBERS / npes;
  for (int turn = 1; turn < npes; turn++) {
    int to = (me + turn) % npes;
    put(inbox + me * share, x + to * share, share, arrived + me, to);
  }
  for (int turn = 1; turn < npes; turn++) {
    int from = (me + turn) % npes;
    await(arrived + from, lane);
    add(x + me * share, inbox + from * share, share, lane);
  }
  inbox += NUMBERS;
  arrived += npes;
  for (int turn = 1; turn < npes; turn++)
    put(inbox + me * share, x + me * share, share, arrived + me, (me + turn) % npes);
  for (int turn = 1; turn < npes; turn++) {
    int from = (me + turn) % npes;
    await(arrived + from, lane);
    copy(x + from * share, inbox + from * share, share, lane);
  }
}

__device__ static void doubling(unsigned *x, unsigned *inbox, uint64_t *arrived, int lane) {
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes();
  for (int round = 0; 1 << round < npes; round++) {
    put(inbox + round * NUMBERS, x, NUMBERS, arrived + round, me ^ 1 << round);
    await(arrived + round, lane);
    add(x, inbox + round * NUMBERS, NUMBERS, lane);
  }
}

// The numbers of a part, each a sum over this PE's share of the inner width.
__device__ static void multiply(unsigned *x, int part, int lane) {
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes();
  for (int i = part * PART + lane; i < (part + 1) * PART; i += LANES) {
    unsigned sum = 0;
    for (int k = me * INNER / npes; k < (me + 1) * INNER / npes; k++)
      sum += left(i / HIDDEN, k) * weight(k, i % HIDDEN);
    x[i] = sum;
  }
}

__global__ void product(unsigned *x, unsigned *inbox, uint64_t *arrived) {
  int npes = nvshmem_n_pes(), warp = threadIdx.x / LANES, lane = threadIdx.x % LANES;
  for (int part = 0; part < PARTS; part++) {
    if (warp == BLOCKS) multiply(x, part, lane);
    __syncthreads();
    if (warp < BLOCKS && npes > 1) {
      int share = part * BLOCKS + warp;
      unsigned *mine = x + share * NUMBERS, *places = inbox + share * room(npes);
      uint64_t *signals = arrived + share * words(npes);
#if ALGORITHM == RING
      ring(mine, places, signals, lane);
#elif ALGORITHM == ONE_SHOT
      one_shot(mine, places, signals, lane);
#elif ALGORITHM == TWO_SHOT
      two_shot(mine, places, signals, lane);
#else
      doubling(mine, places, signals, lane);
#endif
    }
  }
}

int main(void) {
  nvshmem_init();
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes();
  if (NUMBERS * PARTS * BLOCKS != TOKENS * HIDDEN || NUMBERS % npes != 0) {
    if (me == 0)
      fprintf(stderr, "%d x %d numbers are not cut into %d parts, %d warps and %d PEs\n", TOKENS,
              HIDDEN, PARTS, BLOCKS, npes);
    nvshmem_global_exit(2);
  }
  if (ALGORITHM == DOUBLING && (npes & (npes - 1)) != 0) {
    if (me == 0) fprintf(stderr, "ALGORITHM=DOUBLING takes a power of two PEs, not %d\n", npes);
    nvshmem_global_exit(2);
  }
  unsigned *x = (unsigned *)nvshmem_malloc(TOKENS * HIDDEN * sizeof(unsigned));
  unsigned *inbox = (unsigned *)nvshmem_malloc(PARTS * BLOCKS * room(npes) * sizeof(unsigned));
  uint64_t *arrived = (uint64_t *)nvshmem_calloc(PARTS * BLOCKS * words(npes), sizeof(uint64_t));

  product<<<1, (BLOCKS + 1) * LANES>>>(x, inbox, arrived);
  static unsigned sums[TOKENS * HIDDEN];
  CHECK(cudaMemcpy(sums, x, sizeof(sums), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < TOKENS * HIDDEN; i++) {
    unsigned sum = 0;
    for (int k = 0; k < INNER; k++) sum += left(i / HIDDEN, k) * weight(k, i % HIDDEN);
    wrong += sums[i] != sum;
  }
  printf("PE %d: %d sums, %d are wrong\n", me, TOKENS * HIDDEN, wrong);

  nvshmem_barrier_all();
  nvshmem_free(arrived);
  nvshmem_free(inbox);
  nvshmem_free(x);
  nvshmem_finalize();
  return wrong != 0;
}
