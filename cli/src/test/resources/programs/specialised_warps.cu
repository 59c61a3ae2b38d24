// A warp that communicates and one that computes, which hand slots over at numbered barriers.
// pes: 2
// prints: 11 12 1 2
// with -DNO_FULL: conflict
#include <nvshmem.h>
#include <nvshmemx.h>
#include <cstdint>
#include <cstdio>
enum class Barrier : uint32_t { Full = 1, Empty = 2 };
__device__ __forceinline__ void sync(Barrier b) {
  asm volatile("bar.sync %0, %1;" ::"r"(uint32_t(b)), "n"(64) : "memory");
}
__device__ __forceinline__ void arrive(Barrier b) {
  asm volatile("bar.arrive %0, %1;" ::"r"(uint32_t(b)), "n"(64) : "memory");
}
template <int Rounds> __global__ void ring(int *slots, uint64_t *ready, int *out) {
  __shared__ int stage;
  const int next = (nvshmem_my_pe() + 1) % nvshmem_n_pes();
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int r = 0; r < Rounds; r++) {
    if (warp == 0) {
      if (r) sync(Barrier::Empty);
      if (lane == 0) {
        nvshmem_int_put_signal(slots + r, out + r, 1, ready + r, 1, NVSHMEM_SIGNAL_SET, next);
        nvshmem_signal_wait_until(ready + r, NVSHMEM_CMP_EQ, 1);
        stage = slots[r];
      }
      __syncwarp();
#ifndef NO_FULL
      arrive(Barrier::Full);
#endif
    } else {
#ifndef NO_FULL
      sync(Barrier::Full);
#endif
      if (lane == 0) out[Rounds + r] = stage;
      if (r + 1 < Rounds) arrive(Barrier::Empty);
    }
  }
}

int main() {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  constexpr int rounds = 2;
  int me = nvshmem_my_pe(), host[2 * rounds] = {10 * me + 1, 10 * me + 2};
  int *slots = (int *)nvshmem_calloc(rounds, sizeof(int));
  uint64_t *ready = (uint64_t *)nvshmem_calloc(rounds, sizeof(uint64_t));
  int *out = (int *)nvshmem_malloc(sizeof host);
  cudaMemcpy(out, host, sizeof host, cudaMemcpyHostToDevice);
  nvshmem_barrier_all();
  ring<rounds><<<1, 64>>>(slots, ready, out);
  cudaDeviceSynchronize();
  nvshmem_barrier_all();
  if (me == 0) {
    for (int pe = 0; pe < 2; pe++)
      for (int r = 0; r < rounds; r++)
        printf("%d%c", nvshmem_int_g(out + rounds + r, pe), pe && r ? '\n' : ' ');
  }
  nvshmem_barrier_all();
  nvshmem_free(out);
  nvshmem_free(ready);
  nvshmem_free(slots);
  nvshmem_finalize();
}
