// run: -n 2
// Who waits for whom in a collective: one PE comes late (20 ms), and the other says how long its call took.
#include <nvshmem.h>
#include <nvshmemx.h>

#include <stdio.h>
#include <stdlib.h>

#ifndef LATE_NS
#define LATE_NS 20000000ULL
#endif
#define WORDS (1 << 18)

enum Call { OF_BROADCAST, OF_FCOLLECT, OF_ALLTOALL, OF_REDUCE, OF_SYNC, CALLS };
static const char *const names[] = {"broadcast", "fcollect", "alltoall", "sum_reduce", "sync"};

static __device__ unsigned long long now() {
  unsigned long long ns;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
  return ns;
}

__global__ void timed(int call, int late, int words, int *to, int *from, unsigned long long *took) {
  int me = nvshmem_my_pe();
  unsigned long long begin = now();
  if (threadIdx.x == 0)
    while (me == late && now() - begin < LATE_NS);
  __syncthreads();
  begin = now();
  switch (call) {
    case OF_BROADCAST: nvshmemx_int_broadcast_block(NVSHMEM_TEAM_WORLD, to, from, words, 0); break;
    case OF_FCOLLECT: nvshmemx_int_fcollect_block(NVSHMEM_TEAM_WORLD, to, from, words); break;
    case OF_ALLTOALL: nvshmemx_int_alltoall_block(NVSHMEM_TEAM_WORLD, to, from, words); break;
    case OF_REDUCE: nvshmemx_int_sum_reduce_block(NVSHMEM_TEAM_WORLD, to, from, words); break;
    default: nvshmemx_team_sync_block(NVSHMEM_TEAM_WORLD);
  }
  __syncthreads();
  if (threadIdx.x == 0) *took = now() - begin;
}

int main() {
  nvshmem_init();
  int me = nvshmem_my_pe();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *to = (int *)nvshmem_calloc(2 * WORDS, sizeof(int));
  int *from = (int *)nvshmem_calloc(2 * WORDS, sizeof(int));
  unsigned long long *took;
  cudaMallocManaged(&took, sizeof *took);
  for (int call = 0; call < CALLS; call++) {
    for (int words = 1; words <= WORDS; words = words == 1 ? 2 : 8 * words) {
      for (int late = 0; late < 2; late++) {
        void *arguments[] = {&call, &late, &words, &to, &from, &took};
        for (int times = 0; times < 3; times++) {
          nvshmem_barrier_all();
          nvshmemx_collective_launch((void *)timed, dim3(1), dim3(128), arguments, 0, 0);
          cudaDeviceSynchronize();
          if (me != late && times > 0) {
            printf("%s of %zu bytes: PE %d took %.1f us while PE %d came late\n", names[call],
                   words * sizeof(int), me, *took / 1e3, late);
            fflush(stdout);
          }
        }
      }
    }
  }
  nvshmem_barrier_all();
  nvshmem_finalize();
}
