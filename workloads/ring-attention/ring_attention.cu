// Ring attention: a sequence is cut over the PEs. Keys and values go round a ring, and every PE
// attends with its queries to those that it has while it passes them on.
//
// run: shmemlab run workloads/ring-attention/ring_attention.cu -n 4
// check: shmemlab check workloads/ring-attention/ring_attention.cu -n 3 -D SMALL
// look at: a PE has BUFFERS places for keys and values. `freed` says that the one of the right
// neighbour may be overwritten: it has been used there, and a quiet says that it was passed on. The
// softmax is computed as the keys come, with the greatest score and the sum so far.
#include <cuda_runtime.h>
#include <math.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

#ifdef SMALL
#define TOKENS 1
#define WIDTH 1
#define WARPS 1
#define LANES 1
#endif

#ifndef TOKENS
#define TOKENS 8  // of each PE
#endif
#ifndef WIDTH
#define WIDTH 4  // values of a token's query, key and value: one head
#endif
#ifndef CAUSAL
#define CAUSAL 0  // 1: no token attends to later ones
#endif
#ifndef BUFFERS
#define BUFFERS 2  // for keys and values, at least 2
#endif
#ifndef WARPS
#define WARPS 2  // of a PE that send side by side; then they all compute
#endif
#ifndef LANES
#define LANES 32  // threads of a warp, or 1
#endif

#define BLOCK (2 * TOKENS * WIDTH)  // keys and values of a PE
#define SHARE (BLOCK / WARPS)       // of one warp

// Something to attend to: the query (0), key (1) and value (2) of a token of the sequence.
__host__ __device__ static float given(int what, int token, int i) {
  return (float)((7 * token + 3 * i + 5 * what) % 11) / 11 - 0.4f;
}

#if LANES == 1  // a thread stands for a warp
__device__ static void put(float *to, const float *from, size_t values, uint64_t *word, int pe) {
  nvshmem_float_put_signal_nbi(to, from, values, word, 1, NVSHMEM_SIGNAL_ADD, pe);
}
#else
__device__ static void put(float *to, const float *from, size_t values, uint64_t *word, int pe) {
  nvshmemx_float_put_signal_nbi_warp(to, from, values, word, 1, NVSHMEM_SIGNAL_ADD, pe);
}
#endif

// One query attends to the keys of a PE. state: greatest score, sum of weights, weighted values.
__device__ static void attend(float *state, int query, const float *block, int owner) {
  for (int key = 0; key < TOKENS; key++) {
    if (CAUSAL && owner * TOKENS + key > query) return;
    float score = 0;
    for (int i = 0; i < WIDTH; i++) score += given(0, query, i) * block[key * WIDTH + i];
    float most = fmaxf(state[0], score), old = expf(state[0] - most), weight = expf(score - most);
    state[0] = most;
    state[1] = state[1] * old + weight;
    for (int i = 0; i < WIDTH; i++)
      state[2 + i] = state[2 + i] * old + weight * block[(TOKENS + key) * WIDTH + i];
  }
}

// blocks: BUFFERS places, the own keys and values in the first one. arrived and freed count, for each
// warp and place, so that a word has one message under way at a time.
__global__ void attention(float *blocks, uint64_t *arrived, uint64_t *freed, float *states) {
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes(), right = (me + 1) % npes;
  int left = (me + npes - 1) % npes, warp = threadIdx.x / LANES, lane = threadIdx.x % LANES;
  for (int turn = 0; turn < npes; turn++) {
    int here = turn % BUFFERS, there = (turn + 1) % BUFFERS;
    float *block = blocks + here * BLOCK;
    if (turn > 0 && lane == 0)
      nvshmem_signal_wait_until(arrived + here * WARPS + warp, NVSHMEM_CMP_GE,
                                turn / BUFFERS + (here > 0));
    if (turn < npes - 1) {
      if (turn + 1 >= BUFFERS && lane == 0)
        nvshmem_signal_wait_until(freed + there * WARPS + warp, NVSHMEM_CMP_GE, (turn + 1) / BUFFERS);
#if LANES > 1
      __syncwarp();
#endif
      put(blocks + there * BLOCK + warp * SHARE, block + warp * SHARE, SHARE,
          arrived + there * WARPS + warp, right);
    }
    __syncthreads();  // all shares are there
    for (int token = threadIdx.x; token < TOKENS; token += WARPS * LANES)
      attend(states + token * (2 + WIDTH), me * TOKENS + token, block, (me - turn + npes) % npes);
    nvshmem_quiet();
    __syncthreads();  // and no thread needs them any more
    if (turn + BUFFERS < npes && lane == 0)
      nvshmemx_signal_op(freed + here * WARPS + warp, 1, NVSHMEM_SIGNAL_ADD, left);
  }
}

int main(void) {
  nvshmem_init();
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes();
  float *blocks = (float *)nvshmem_malloc(BUFFERS * BLOCK * sizeof(float));
  uint64_t *arrived = (uint64_t *)nvshmem_calloc(BUFFERS * WARPS, sizeof(uint64_t));
  uint64_t *freed = (uint64_t *)nvshmem_calloc(BUFFERS * WARPS, sizeof(uint64_t));
  static float own[BLOCK], states[TOKENS * (2 + WIDTH)];
  for (int i = 0; i < BLOCK / 2; i++) {
    own[i] = given(1, me * TOKENS + i / WIDTH, i % WIDTH);
    own[BLOCK / 2 + i] = given(2, me * TOKENS + i / WIDTH, i % WIDTH);
  }
  for (int i = 0; i < TOKENS * (2 + WIDTH); i++) states[i] = i % (2 + WIDTH) == 0 ? -1e30f : 0;
  float *device_states;
  CHECK(cudaMalloc((void **)&device_states, sizeof(states)));
  CHECK(cudaMemcpy(blocks, own, sizeof(own), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_states, states, sizeof(states), cudaMemcpyHostToDevice));

  attention<<<1, WARPS * LANES>>>(blocks, arrived, freed, device_states);
  CHECK(cudaMemcpy(states, device_states, sizeof(states), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int token = 0; token < TOKENS; token++) {
    int query = me * TOKENS + token, keys = CAUSAL ? query + 1 : npes * TOKENS;
    double sum = 0, values[WIDTH] = {0};
    for (int key = 0; key < keys; key++) {
      double score = 0;
      for (int i = 0; i < WIDTH; i++) score += given(0, query, i) * given(1, key, i);
      sum += exp(score);
      for (int i = 0; i < WIDTH; i++) values[i] += exp(score) * given(2, key, i);
    }
    const float *state = states + token * (2 + WIDTH);
    for (int i = 0; i < WIDTH; i++)
      wrong += !(fabs(state[2 + i] / state[1] - values[i] / sum) < 1e-4);
  }
  printf("PE %d: %d tokens attended to %d, %d values are wrong\n", me, TOKENS, npes * TOKENS, wrong);

  nvshmem_barrier_all();
  CHECK(cudaFree(device_states));
  nvshmem_free(freed);
  nvshmem_free(arrived);
  nvshmem_free(blocks);
  nvshmem_finalize();
  return wrong != 0;
}
