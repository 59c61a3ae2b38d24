// Tokens of a mixture of experts go to the PEs of their experts: a slot by an atomic, the token by a
// put of a warp, the count by a release in PTX, which the receiver polls.
// pes: 2
// prints: PE 0: expert 0 has 1 tokens, sum 1; expert 1 has 1 tokens, sum 11
// prints: PE 1: expert 2 has 0 tokens, sum 0; expert 3 has 2 tokens, sum 14
// with -DNO_QUIET: conflict
#include <cstdint>
#include <cstdio>
#include <nvshmem.h>
#include <nvshmemx.h>

namespace moe {
constexpr int kTokens = 2, kLocal = 2, kHidden = 32, kSlots = 8;

struct __align__(16) Layout {
  int *slots;      // [kLocal], how many slots are taken
  int *tokens;     // [kLocal][kSlots][kHidden]
  uint64_t *ready; // [n_pes], 1 + what each PE has sent here
  __device__ int *slot(int expert, int at) const { return tokens + (expert * kSlots + at) * kHidden; }
};

__device__ __forceinline__ uint64_t ld_acquire_sys(const uint64_t *p) {
  uint64_t value;
  asm volatile("ld.acquire.sys.global.u64 %0, [%1];" : "=l"(value) : "l"(p) : "memory");
  return value;
}

__device__ __forceinline__ void st_release_sys(uint64_t *p, uint64_t value) {
  asm volatile("st.release.sys.global.u64 [%0], %1;" :: "l"(p), "l"(value) : "memory");
}

__device__ __forceinline__ int elect_one() {
  uint32_t lane, chosen;
  asm volatile("{\n .reg .pred p;\n elect.sync %0|p, %2;\n selp.u32 %1, 1, 0, p;\n}" : "=r"(lane), "=r"(chosen) : "r"(0xffffffff));
  return chosen;
}

template <int kExperts> __global__ void dispatch(Layout mine, const int *routing, int *staging) {
  const int me = nvshmem_my_pe(), n = nvshmem_n_pes(), lane = threadIdx.x % 32;
  static_assert(kExperts % kLocal == 0, "experts divide evenly");
  int sent[kExperts / kLocal] = {};
  for (int t = 0; t < kTokens; t++) {
    const int expert = routing[t], pe = expert / kLocal, local = expert % kLocal;
    int at = 0;
    if (elect_one()) at = nvshmem_int_atomic_fetch_add(mine.slots + local, 1, pe);
    at = __shfl_sync(~0u, at, 0);
    staging[t * kHidden + lane] = lane == 0 ? 10 * me + t + 1 : lane;
    __syncwarp();
    nvshmemx_int_put_nbi_warp(mine.slot(local, at), staging + t * kHidden, kHidden, pe);
    sent[pe]++;
  }
#ifndef NO_QUIET
  nvshmem_quiet();
  __syncwarp();
#endif
  if (lane < n) st_release_sys((uint64_t *)nvshmem_ptr(mine.ready + me, lane), 1 + sent[lane]);
}

__global__ void receive(Layout mine, int *sums) {
  const int lane = threadIdx.x % 32, n = nvshmem_n_pes();
  if (lane < n)
    while (ld_acquire_sys(mine.ready + lane) == 0) {}
  __syncwarp();
  if (lane < kLocal) {
    const int count = nvshmem_int_atomic_fetch(mine.slots + lane, nvshmem_my_pe());
    int sum = 0;
    for (int i = 0; i < count; i++) sum += mine.slot(lane, i)[0];
    sums[2 * lane] = count;
    sums[2 * lane + 1] = sum;
  }
}
} // namespace moe

int main() {
  using namespace moe;
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  const int me = nvshmem_my_pe(), n = nvshmem_n_pes();
  constexpr int experts = 4;
  static const int routes[2][kTokens] = {{0, 3}, {1, 3}};
  Layout mine{(int *)nvshmem_calloc(kLocal, sizeof(int)),
              (int *)nvshmem_calloc(kLocal * kSlots * kHidden, sizeof(int)),
              (uint64_t *)nvshmem_calloc(n, sizeof(uint64_t))};
  int *routing, *staging, *sums, host[2 * kLocal];
  cudaMalloc(&routing, sizeof routes[0]);
  staging = (int *)nvshmem_malloc(kTokens * kHidden * sizeof(int));
  cudaMalloc(&sums, sizeof host);
  cudaMemcpy(routing, routes[me], sizeof routes[0], cudaMemcpyHostToDevice);
  nvshmem_barrier_all();
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  dispatch<experts><<<1, 32, 0, stream>>>(mine, routing, staging);
  receive<<<1, 32, 0, stream>>>(mine, sums);
  cudaMemcpyAsync(host, sums, sizeof host, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  for (int turn = 0; turn < n; turn++) {
    if (turn == me)
      printf("PE %d: expert %d has %d tokens, sum %d; expert %d has %d tokens, sum %d\n", me, 2 * me, host[0], host[1], 2 * me + 1, host[2], host[3]);
    nvshmem_barrier_all();
  }
  cudaStreamDestroy(stream);
  void *const all[] = {mine.slots, mine.tokens, mine.ready, staging};
  for (void *p : all) nvshmem_free(p);
  nvshmem_finalize();
}
