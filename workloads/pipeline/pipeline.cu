// Pipeline parallelism: each PE is a stage of a network. Micro-batches go through the stages, and
// their gradients come back.
//
// run: shmemlab run workloads/pipeline/pipeline.cu -n 4
// check: shmemlab check workloads/pipeline/pipeline.cu -n 2 -D SMALL
// look at: one warp computes, the others send what it has made while it makes the next. Every
// micro-batch has a place and a signal word of its own, so a stage may be as far ahead as it likes.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

#define ONE_F_ONE_B 0  // a pass back as soon as there is one
#define GPIPE 1        // all forwards, then all back
#define FORWARD 2      // inference

#ifdef SMALL
#define BATCHES 2
#define VALUES 1
#define BLOCKS 1
#define LANES 1
#endif

#ifndef SCHEDULE
#define SCHEDULE ONE_F_ONE_B
#endif
#ifndef BATCHES
#define BATCHES 4  // micro-batches
#endif
#ifndef VALUES
#define VALUES 64  // of a micro-batch between stages
#endif
#ifndef BLOCKS
#define BLOCKS 2  // warps of a PE that send side by side; one more computes
#endif
#ifndef LANES
#define LANES 32  // threads of a warp, or 1
#endif

#define SHARE (VALUES / BLOCKS)  // of one warp

// One stage, there and back: what a layer and its gradient are in a network.
__host__ __device__ static unsigned forth(unsigned value, int stage) { return 3 * value + stage; }

__host__ __device__ static unsigned back(unsigned gradient, int stage) {
  return 5 * gradient + 7 * stage;
}

static unsigned input(int batch, int i) { return 1 + 100 * batch + i; }

#if LANES == 1  // a thread stands for a warp
__device__ static void put(unsigned *to, const unsigned *from, size_t values, uint64_t *word, int pe) {
  nvshmem_uint_put_signal(to, from, values, word, 1, NVSHMEM_SIGNAL_SET, pe);
}
#else
__device__ static void put(unsigned *to, const unsigned *from, size_t values, uint64_t *word, int pe) {
  nvshmemx_uint_put_signal_warp(to, from, values, word, 1, NVSHMEM_SIGNAL_SET, pe);
}
#endif

// The micro-batch of a stage's pass; `backwards` says which way it goes. The last stages turn back
// early, the first ones run ahead until a gradient can be there.
__device__ static int pass(int number, int stage, int stages, int *backwards) {
  int ahead = SCHEDULE == ONE_F_ONE_B && stages - 1 - stage < BATCHES ? stages - 1 - stage : BATCHES;
  int middle = ahead + 2 * (BATCHES - ahead);
  if (number < ahead) {
    *backwards = 0;
    return number;
  }
  if (number < middle) {
    *backwards = (number - ahead) % 2;
    return (number - ahead) / 2 + (*backwards ? 0 : ahead);
  }
  *backwards = 1;
  return number - BATCHES;
}

// Inputs, outputs, and the words that say which are there: micro-batch by
// micro-batch, first those of the way forth, then those of the way back.
__global__ void stages(const unsigned *first, unsigned *in, unsigned *out, uint64_t *arrived) {
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes();
  int warp = threadIdx.x / LANES, lane = threadIdx.x % LANES;
  int passes = SCHEDULE == FORWARD ? BATCHES : 2 * BATCHES;
  for (int number = 0; number < passes; number++) {
    int backwards, batch = pass(number, me, npes, &backwards);
    int from = backwards ? me + 1 : me - 1, to = backwards ? me - 1 : me + 1;
    int at = (backwards * BATCHES + batch) * VALUES, word = (backwards * BATCHES + batch) * BLOCKS;
    if (warp == BLOCKS) {
      if (lane == 0 && from >= 0 && from < npes)
        for (int block = 0; block < BLOCKS; block++)
          nvshmem_signal_wait_until(arrived + word + block, NVSHMEM_CMP_EQ, 1);
#if LANES > 1
      __syncwarp();
#endif
      // The last stage takes what it made as the gradient.
      const unsigned *values = !backwards ? (me == 0 ? first + batch * VALUES : in + at)
                                          : (me == npes - 1 ? out + batch * VALUES : in + at);
      for (int i = lane; i < VALUES; i += LANES)
        out[at + i] = backwards ? back(values[i], me) : forth(values[i], me);
    }
    __syncthreads();
    if (warp < BLOCKS && to >= 0 && to < npes)
      put(in + at + warp * SHARE, out + at + warp * SHARE, SHARE, arrived + word + warp, to);
  }
}

int main(void) {
  nvshmem_init();
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes();
  static unsigned values[2 * BATCHES * VALUES];
  unsigned *first;
  CHECK(cudaMalloc((void **)&first, BATCHES * VALUES * sizeof(unsigned)));
  unsigned *in = (unsigned *)nvshmem_malloc(sizeof(values));
  unsigned *out = (unsigned *)nvshmem_malloc(sizeof(values));
  uint64_t *arrived = (uint64_t *)nvshmem_calloc(2 * BATCHES * BLOCKS, sizeof(uint64_t));
  for (int i = 0; i < BATCHES * VALUES; i++) values[i] = input(i / VALUES, i % VALUES);
  CHECK(cudaMemcpy(first, values, BATCHES * VALUES * sizeof(unsigned), cudaMemcpyHostToDevice));

  stages<<<1, (BLOCKS + 1) * LANES>>>(first, in, out, arrived);
  int ways = SCHEDULE == FORWARD ? 1 : 2, wrong = 0;
  size_t made = ways * BATCHES * VALUES * sizeof(unsigned);
  CHECK(cudaMemcpy(values, out, made, cudaMemcpyDeviceToHost));
  for (int i = 0; i < BATCHES * VALUES; i++) {
    unsigned value = input(i / VALUES, i % VALUES);
    for (int stage = 0; stage < npes; stage++) {
      value = forth(value, stage);
      if (stage == me) wrong += values[i] != value;
    }
    for (int stage = npes - 1; stage >= me && ways == 2; stage--) value = back(value, stage);
    if (ways == 2) wrong += values[BATCHES * VALUES + i] != value;
  }
  printf("PE %d: %d micro-batches, %d values are wrong\n", me, BATCHES, wrong);

  nvshmem_barrier_all();
  nvshmem_free(arrived);
  nvshmem_free(out);
  nvshmem_free(in);
  CHECK(cudaFree(first));
  nvshmem_finalize();
  return wrong != 0;
}
