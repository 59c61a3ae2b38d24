// Lookups in a table of embeddings whose rows are spread over all PEs: a warp gets the rows of a
// sample, waits for them all and adds them up.
//
// run: shmemlab run workloads/embedding/embedding.cu -n 4
// check: shmemlab check workloads/embedding/embedding.cu -n 2 -D SMALL
// look at: a get without waiting is there when a quiet says so, and not before. Rows of the own PE are
// read where they are.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

#ifdef SMALL
#define SAMPLES 2
#define LOOKUPS 2
#define ROWS 4
#define WIDTH 1
#define WARPS 1
#define LANES 1
#endif

#ifndef SAMPLES
#define SAMPLES 8  // of each PE
#endif
#ifndef LOOKUPS
#define LOOKUPS 4  // rows of a sample
#endif
#ifndef ROWS
#define ROWS 50  // of the table; PE p has rows p, p + n, ...
#endif
#ifndef WIDTH
#define WIDTH 32  // values of a row
#endif
#ifndef WARPS
#define WARPS 2  // of a PE that get
#endif
#ifndef LANES
#define LANES 32  // threads of a warp, or 1
#endif
#ifndef SEED
#define SEED 1
#endif

// SplitMix64's last step.
__host__ __device__ static uint64_t mixed(uint64_t z) {
  z += 0x9E3779B97F4A7C15ull;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ z >> 27) * 0x94D049BB133111EBull;
  return z ^ z >> 31;
}

// The row of a lookup follows from the seed; all rows are equally popular.
__host__ __device__ static int row(int pe, int lookup) {
  return (int)((mixed(mixed(mixed(SEED) ^ pe) ^ lookup) >> 11) * 0x1p-53 * ROWS);
}

static int value(int row, int i) { return 1000 * row + i; }

#if LANES == 1  // a thread stands for a warp
__device__ static void together() {}

__device__ static void get(int *to, const int *from, size_t values, int pe) {
  nvshmem_int_get_nbi(to, from, values, pe);
}
#else
__device__ static void together() { __syncwarp(); }

__device__ static void get(int *to, const int *from, size_t values, int pe) {
  nvshmemx_int_get_nbi_warp(to, from, values, pe);
}
#endif

__global__ void lookups(const int *table, int *rows, int *sums) {
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes();
  int warp = threadIdx.x / LANES, lane = threadIdx.x % LANES;
  int *mine = rows + warp * LOOKUPS * WIDTH;
  for (int sample = warp; sample < SAMPLES; sample += WARPS) {
    for (int i = 0; i < LOOKUPS; i++) {
      int number = row(me, sample * LOOKUPS + i), owner = number % npes;
      if (owner != me) get(mine + i * WIDTH, table + number / npes * WIDTH, WIDTH, owner);
    }
    nvshmem_quiet();
    together();
    for (int at = lane; at < WIDTH; at += LANES) {
      int sum = 0;
      for (int i = 0; i < LOOKUPS; i++) {
        int number = row(me, sample * LOOKUPS + i);
        sum += number % npes == me ? table[number / npes * WIDTH + at] : mine[i * WIDTH + at];
      }
      sums[sample * WIDTH + at] = sum;
    }
    together();
  }
}

int main(void) {
  nvshmem_init();
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes(), most = (ROWS + npes - 1) / npes;
  static int values[ROWS * WIDTH], results[SAMPLES * WIDTH];
  int *table = (int *)nvshmem_malloc(most * WIDTH * sizeof(int));
  int *rows = (int *)nvshmem_malloc(WARPS * LOOKUPS * WIDTH * sizeof(int));
  int *sums;
  CHECK(cudaMalloc((void **)&sums, sizeof(results)));
  for (int i = 0; i < most * WIDTH; i++) values[i] = value(i / WIDTH * npes + me, i % WIDTH);
  CHECK(cudaMemcpy(table, values, most * WIDTH * sizeof(int), cudaMemcpyHostToDevice));
  nvshmem_barrier_all();  // all rows are there

  lookups<<<1, WARPS * LANES>>>(table, rows, sums);
  CHECK(cudaMemcpy(results, sums, sizeof(results), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < SAMPLES * WIDTH; i++) {
    int sum = 0;
    for (int k = 0; k < LOOKUPS; k++) sum += value(row(me, i / WIDTH * LOOKUPS + k), i % WIDTH);
    wrong += results[i] != sum;
  }
  printf("PE %d: %d samples of %d rows, %d sums are wrong\n", me, SAMPLES, LOOKUPS, wrong);

  nvshmem_barrier_all();  // no PE gets any more
  CHECK(cudaFree(sums));
  nvshmem_free(rows);
  nvshmem_free(table);
  nvshmem_finalize();
  return wrong != 0;
}
