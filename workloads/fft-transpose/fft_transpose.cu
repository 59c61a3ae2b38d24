// A Fourier transform of a grid that is cut into slabs: every PE transforms what is whole on it, sends
// a tile to every other PE, and transforms along the axis that was cut before.
//
// run: shmemlab run workloads/fft-transpose/fft_transpose.cu -n 4
// check: shmemlab check workloads/fft-transpose/fft_transpose.cu -n 2 -D SMALL
// look at: a tile is one put, because it is written in the order in which its PE wants it. One counter
// is enough for all tiles, because no step needs some of them before the others. Numbers are those
// modulo 65537, which have roots of unity too, so that the result is exact.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

#ifdef SMALL
#define POINTS 2
#define CHUNKS 1
#define BLOCKS 1
#define LANES 1
#endif

#ifndef DIMENSIONS
#define DIMENSIONS 2  // of the grid, or 3
#endif
#ifndef POINTS
#define POINTS 8  // along each edge: a power of two
#endif
#ifndef CHUNKS
#define CHUNKS 2  // of a slab, each sent while the next is transformed
#endif
#ifndef BLOCKS
#define BLOCKS 2  // warps of a PE that send side by side; one more transforms
#endif
#ifndef LANES
#define LANES 32  // threads of a warp, or 1
#endif

#define DEPTH (DIMENSIONS == 3 ? POINTS : 1)
#define PRIME 65537ull
#define GENERATOR 3  // of the numbers modulo that prime

__host__ __device__ static unsigned power(unsigned base, unsigned exponent) {
  unsigned long long result = 1, square = base;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result = result * square % PRIME;
    square = square * square % PRIME;
  }
  return (unsigned)result;
}

static unsigned given(int x, int y, int z) { return 1 + (3 * x + 7 * y * y + 11 * z + x * y) % 1000; }

// The first plane of a PE's slab, and with two cuts the first row of what it has later.
__host__ __device__ static int first(int pe, int npes) { return pe * POINTS / npes; }

// One number of a transformed line, whose numbers are `stride` apart.
__device__ static unsigned transformed(const unsigned *line, int stride, int k, unsigned root) {
  unsigned long long sum = 0, factor = 1, step = power(root, k);
  for (int j = 0; j < POINTS; j++) {
    sum = (sum + factor * line[j * stride]) % PRIME;
    factor = factor * step % PRIME;
  }
  return (unsigned)sum;
}

// Planes of a chunk, which the lanes of a warp transform along the third axis, if there is one, and
// along the second. Tiles lie one after the other by the PE that they are for; the own one is where
// those of others come.
__device__ static void planes(const unsigned *slab, unsigned *half, unsigned *outbox, unsigned *inbox,
                              int from, int to, unsigned root, int lane) {
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes();
#if DIMENSIONS == 3
  for (int i = from * POINTS * DEPTH + lane; i < to * POINTS * DEPTH; i += LANES)
    half[i] = transformed(slab + i / DEPTH * DEPTH, 1, i % DEPTH, root);
#if LANES > 1
  __syncwarp();
#endif
#else
  half = (unsigned *)slab;
#endif
  for (int pe = 0; pe < npes; pe++) {
    int begin = first(pe, npes), rows = first(pe + 1, npes) - begin;
    unsigned *tile = pe == me ? inbox + (first(me, npes) + from) * rows * DEPTH
                              : outbox + (from * POINTS + (to - from) * begin) * DEPTH;
    for (int i = lane; i < (to - from) * rows * DEPTH; i += LANES) {
      int plane = from + i / (rows * DEPTH), row = begin + i / DEPTH % rows;
      tile[i] = transformed(half + plane * POINTS * DEPTH + i % DEPTH, DEPTH, row, root);
    }
  }
}

__global__ void transform(const unsigned *slab, unsigned *half, unsigned *outbox, unsigned *inbox,
                          unsigned *result, uint64_t *arrived, unsigned root) {
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes();
  int warp = threadIdx.x / LANES, lane = threadIdx.x % LANES;
  int slabs = first(me + 1, npes) - first(me, npes);
  for (int chunk = 0; chunk < CHUNKS; chunk++) {
    int from = slabs * chunk / CHUNKS, to = slabs * (chunk + 1) / CHUNKS;
    if (warp == BLOCKS) planes(slab, half, outbox, inbox, from, to, root, lane);
    __syncthreads();
    for (int turn = 1 + warp; turn < npes && warp < BLOCKS; turn += BLOCKS) {
      int pe = (me + turn) % npes, begin = first(pe, npes), rows = first(pe + 1, npes) - begin;
      unsigned *to_there = inbox + (first(me, npes) + from) * rows * DEPTH;
      unsigned *tile = outbox + (from * POINTS + (to - from) * begin) * DEPTH;
#if LANES == 1  // a thread stands for a warp
      nvshmem_uint_put_signal_nbi(to_there, tile, (to - from) * rows * DEPTH, arrived, 1,
                                  NVSHMEM_SIGNAL_ADD, pe);
#else
      nvshmemx_uint_put_signal_nbi_warp(to_there, tile, (to - from) * rows * DEPTH, arrived, 1,
                                        NVSHMEM_SIGNAL_ADD, pe);
#endif
    }
  }
  if (warp == BLOCKS) {
    if (lane == 0)
      nvshmem_signal_wait_until(arrived, NVSHMEM_CMP_GE, (uint64_t)(npes - 1) * CHUNKS);
#if LANES > 1
    __syncwarp();
#endif
    int line = slabs * DEPTH;  // as many rows as there were planes
    for (int i = lane; i < POINTS * line; i += LANES)
      result[i] = transformed(inbox + i % line, line, i / line, root);
  }
  nvshmem_quiet();
}

int main(void) {
  nvshmem_init();
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes();
  if (POINTS / CHUNKS < npes || (POINTS & (POINTS - 1)) != 0) {
    if (me == 0)
      fprintf(stderr, "POINTS=%d is no power of two, or not %d planes for each of %d PEs\n", POINTS,
              CHUNKS, npes);
    nvshmem_global_exit(2);
  }
  int begin = first(me, npes), own = first(me + 1, npes) - begin, most = (POINTS + npes - 1) / npes;
  size_t bytes = own * POINTS * DEPTH * sizeof(unsigned);
  size_t room = most * POINTS * DEPTH * sizeof(unsigned);
  unsigned *slab, *half, *result, *values = (unsigned *)malloc(bytes);
  CHECK(cudaMalloc((void **)&slab, bytes));
  CHECK(cudaMalloc((void **)&half, bytes));
  CHECK(cudaMalloc((void **)&result, bytes));
  unsigned *outbox = (unsigned *)nvshmem_malloc(room);
  unsigned *inbox = (unsigned *)nvshmem_malloc(room);
  uint64_t *arrived = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));
  for (int i = 0; i < own * POINTS * DEPTH; i++)
    values[i] = given(begin + i / (POINTS * DEPTH), i / DEPTH % POINTS, i % DEPTH);
  CHECK(cudaMemcpy(slab, values, bytes, cudaMemcpyHostToDevice));

  unsigned root = power(GENERATOR, (PRIME - 1) / POINTS);
  transform<<<1, (BLOCKS + 1) * LANES>>>(slab, half, outbox, inbox, result, arrived, root);
  CHECK(cudaMemcpy(values, result, bytes, cudaMemcpyDeviceToHost));
  unsigned roots[POINTS];
  int wrong = 0;
  for (int i = 0; i < POINTS; i++) roots[i] = power(root, i);
  for (int i = 0; i < own * POINTS * DEPTH; i++) {
    int kx = i / (own * DEPTH), ky = begin + i / DEPTH % own, kz = i % DEPTH;
    unsigned long long sum = 0;
    for (int x = 0; x < POINTS; x++)
      for (int y = 0; y < POINTS; y++)
        for (int z = 0; z < DEPTH; z++)
          sum += (unsigned long long)given(x, y, z) * roots[(x * kx + y * ky + z * kz) % POINTS] % PRIME;
    wrong += values[i] != sum % PRIME;
  }
  printf("PE %d: %d numbers transformed, %d are wrong\n", me, own * POINTS * DEPTH, wrong);

  nvshmem_barrier_all();
  nvshmem_free(arrived);
  nvshmem_free(inbox);
  nvshmem_free(outbox);
  CHECK(cudaFree(result));
  CHECK(cudaFree(half));
  CHECK(cudaFree(slab));
  free(values);
  nvshmem_finalize();
  return wrong != 0;
}
