// The parameters of a network go from PE 0 to all others in chunks: who has a chunk passes it on
// while the next one comes.
//
// run: shmemlab run workloads/broadcast/broadcast.cu -n 4
// check: shmemlab check workloads/broadcast/broadcast.cu -n 3 -D SMALL
// look at: every chunk has a signal word of its own. A counter for all would not say which chunks are
// there, because puts may overtake each other.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

#define CHAIN 0  // to the next PE
#define TREE 1   // to PEs 2i+1 and 2i+2
#define FLAT 2   // PE 0 to all

#ifdef SMALL
#define PARAMETERS 2
#define CHUNK 1
#define WARPS 1
#define LANES 1
#endif

#ifndef ALGORITHM
#define ALGORITHM CHAIN
#endif
#ifndef PARAMETERS
#define PARAMETERS 200
#endif
#ifndef CHUNK
#define CHUNK 64  // parameters that travel together; a multiple of the warps
#endif
#ifndef WARPS
#define WARPS 2  // of a PE that send side by side
#endif
#ifndef LANES
#define LANES 32  // threads of a warp, or 1
#endif

#define CHUNKS ((PARAMETERS + CHUNK - 1) / CHUNK)

static int parameter(int i) { return 17 * i + 3; }

#if LANES == 1  // a thread stands for a warp
__device__ static void put(int *to, const int *from, size_t numbers, uint64_t *word, int pe) {
  nvshmem_int_put_signal_nbi(to, from, numbers, word, 1, NVSHMEM_SIGNAL_SET, pe);
}
#else
__device__ static void put(int *to, const int *from, size_t numbers, uint64_t *word, int pe) {
  nvshmemx_int_put_signal_nbi_warp(to, from, numbers, word, 1, NVSHMEM_SIGNAL_SET, pe);
}
#endif

__global__ void broadcast(int *parameters, uint64_t *arrived) {
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes();
  int warp = threadIdx.x / LANES, lane = threadIdx.x % LANES;
  int first = ALGORITHM == TREE ? 2 * me + 1 : me + 1;
  int last = ALGORITHM == CHAIN ? first : ALGORITHM == TREE ? first + 1 : me == 0 ? npes - 1 : 0;
  for (int chunk = 0; chunk < CHUNKS; chunk++) {
    int left = PARAMETERS - chunk * CHUNK, size = left < CHUNK ? left : CHUNK;
    int share = size / WARPS, at = chunk * CHUNK + warp * share;
    uint64_t *word = arrived + chunk * WARPS + warp;
    if (me > 0) {
      if (lane == 0) nvshmem_signal_wait_until(word, NVSHMEM_CMP_EQ, 1);
#if LANES > 1
      __syncwarp();
#endif
    }
    for (int child = first; child <= last && child < npes; child++)
      put(parameters + at, parameters + at, share, word, child);
  }
  nvshmem_quiet();
}

int main(void) {
  nvshmem_init();
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  int me = nvshmem_my_pe();
  if (CHUNK % WARPS != 0 || PARAMETERS % WARPS != 0) {
    if (me == 0) fprintf(stderr, "chunks are not cut into %d warps; take others\n", WARPS);
    nvshmem_global_exit(2);
  }
  static int values[PARAMETERS];
  int *parameters = (int *)nvshmem_malloc(sizeof(values));
  uint64_t *arrived = (uint64_t *)nvshmem_calloc(CHUNKS * WARPS, sizeof(uint64_t));
  for (int i = 0; i < PARAMETERS; i++) values[i] = parameter(i);
  if (me == 0) CHECK(cudaMemcpy(parameters, values, sizeof(values), cudaMemcpyHostToDevice));

  broadcast<<<1, WARPS * LANES>>>(parameters, arrived);
  CHECK(cudaMemcpy(values, parameters, sizeof(values), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < PARAMETERS; i++) wrong += values[i] != parameter(i);
  printf("PE %d: %d parameters, %d are wrong\n", me, PARAMETERS, wrong);

  nvshmem_barrier_all();
  nvshmem_free(arrived);
  nvshmem_free(parameters);
  nvshmem_finalize();
  return wrong != 0;
}
