// Dispatch and combine of tokens in bfloat16 through memory of peers, ordered by inline PTX.
// pes: 2
// prints: 24 24
// with -DRELAXED: conflict
#include <cuda_bf16.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <cstdint>
#include <cstdio>
#ifdef RELAXED
#define ORDER "relaxed"
#else
#define ORDER "release"
#endif
namespace ep {
constexpr int kHidden = 8;
__device__ __forceinline__ void st_flag(const int *p, int v) {
  asm volatile("st." ORDER ".sys.global.s32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
}
__device__ __forceinline__ int ld_acquire(const int *p) {
  int r;
  asm volatile("ld.acquire.sys.global.s32 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
  return r;
}
__device__ __forceinline__ int4 ld_nc(const int4 *p) {
  int4 r;
  asm volatile("ld.global.nc.L1::no_allocate.L2::256B.v4.s32 {%0, %1, %2, %3}, [%4];"
               : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w)
               : "l"(p));
  return r;
}
__device__ __forceinline__ void st_na(const int4 *p, int4 v) {
  asm volatile("st.global.L1::no_allocate.v4.s32 [%0], {%1, %2, %3, %4};" ::"l"(p), "r"(v.x),
               "r"(v.y), "r"(v.z), "r"(v.w));
}
__device__ __forceinline__ int lane() {
  int l;
  asm("mov.s32 %0, %%laneid;" : "=r"(l));
  return l;
}
template <typename T> __device__ __forceinline__ T *peer(T *p, int pe) {
  return reinterpret_cast<T *>(nvshmem_ptr(p, pe));
}

template <int kLanes, unsigned kMask = (1u << kLanes) - 1>
__global__ __launch_bounds__(kLanes, 1) void dispatch(const __nv_bfloat16 *x, const int *expert,
    int tokens, __nv_bfloat16 *recv, int *count, int *flag, int rank, int ranks) {
  for (int t = 0; t < tokens; t++) {
    int slot = __shfl_sync(kMask, lane() == 0 ? atomicAdd(count + expert[t], 1) : 0, 0);
    auto *to = reinterpret_cast<int4 *>(peer(recv, expert[t]) + (rank * tokens + slot) * kHidden);
    auto *from = reinterpret_cast<const int4 *>(x + t * kHidden);
    for (int i = lane(); i < kHidden * 2 / 16; i += kLanes) st_na(to + i, ld_nc(from + i));
    __syncwarp(kMask);
  }
  if (lane() == 0)
    for (int pe = 0; pe < ranks; pe++) st_flag(peer(flag, pe) + rank, -count[pe] - 1);
}

template <int kLanes, unsigned kMask = (1u << kLanes) - 1>
__global__ void combine(const __nv_bfloat16 *recv, const int *flag, int tokens, float *out, int ranks) {
  float sum = 0;
  for (int r = 0; r < ranks; r++) {
    int n = 0;
    if (lane() == 0)
      while ((n = ld_acquire(flag + r)) == 0) {}
    n = -__shfl_sync(kMask, n, 0) - 1;
    __syncwarp(kMask);
    for (int i = 0; i < n; i++)
      for (int h = lane(); h < kHidden; h += kLanes)
        sum += __bfloat162float(recv[(r * tokens + i) * kHidden + h]);
  }
#pragma unroll
  for (int d = kLanes / 2; d; d >>= 1) sum += __shfl_xor_sync(kMask, sum, d);
  if (lane() == 0) *out = sum;
}
}

int main() {
  using namespace ep;
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  const int rank = nvshmem_my_pe(), ranks = nvshmem_n_pes(), tokens = 2;
  auto *recv = (__nv_bfloat16 *)nvshmem_align(128, ranks * tokens * kHidden * 2);
  int *flag = (int *)nvshmem_calloc(ranks, sizeof(int));
  float *total = (float *)nvshmem_calloc(1, sizeof(float)), all[2];
  __nv_bfloat16 host[tokens * kHidden], *x;
  int experts[tokens], *expert, *count;
  for (auto &value : host) value = __float2bfloat16(rank + 1.0f);
  for (int t = 0; t < tokens; t++) experts[t] = (rank + t) % ranks;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&expert, sizeof experts);
  cudaMalloc(&count, ranks * sizeof(int));
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(expert, experts, sizeof experts, cudaMemcpyHostToDevice);
  cudaMemset(count, 0, ranks * sizeof(int));
  nvshmem_barrier_all();
  dispatch<2><<<1, 2>>>(x, expert, tokens, recv, count, flag, rank, ranks);
  combine<2><<<1, 2>>>(recv, flag, tokens, total, ranks);
  cudaDeviceSynchronize();
  nvshmem_barrier_all();
  for (int pe = 0; pe < 2; pe++) all[pe] = nvshmem_float_g(total, pe);
  if (rank == 0) printf("%g %g\n", all[0], all[1]);
  nvshmem_barrier_all();
  nvshmem_free(total);
  nvshmem_free(flag);
  nvshmem_free(recv);
  nvshmem_finalize();
}
