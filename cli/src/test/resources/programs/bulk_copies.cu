// Tokens that go through shared memory by bulk copies, quantised to eight bits on the way.
// pes: 2
// prints: 1 1.125 16 18
// with -DNO_WAIT: conflict
#include <cuda_fp8.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <cstdint>
#include <cstdio>
constexpr int kNumbers = 16;
__device__ __forceinline__ uint32_t smem(const void *p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}
__device__ __forceinline__ void mbarrier_init(uint64_t *bar, uint32_t arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%1], %0;" ::"r"(arrivals), "r"(smem(bar)));
}
__device__ __forceinline__ void mbarrier_wait(uint64_t *bar, uint32_t &phase) {
  asm volatile(
      "{\n"
      ".reg .pred P1;\n"
      "LAB_WAIT:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1, %2;\n"
      "@P1 bra DONE;\n"
      "bra LAB_WAIT;\n"
      "DONE:\n"
      "}" ::"r"(smem(bar)),
      "r"(phase), "r"(0x989680)
      : "memory");
  phase ^= 1;
}
__device__ __forceinline__ void load(void *to, const void *from, uint64_t *bar, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%1], %0;" ::"r"(bytes), "r"(smem(bar))
               : "memory");
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
          smem(to)),
      "l"(from), "r"(bytes), "r"(smem(bar))
      : "memory");
}
__device__ __forceinline__ void store(void *to, const void *from, int bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to),
               "r"(smem(from)), "r"(bytes)
               : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
template <int kPending> __device__ __forceinline__ void store_wait() {
  asm volatile("cp.async.bulk.wait_group %0;" ::"n"(kPending) : "memory");
}

__global__ void send(const float *in, uint8_t *theirs, int *flag) {
  alignas(16) __shared__ float numbers[kNumbers];
  alignas(16) __shared__ __nv_fp8_e4m3 small[kNumbers];
  alignas(8) __shared__ uint64_t bar;
  uint32_t phase = 0;
  if (threadIdx.x == 0) {
    mbarrier_init(&bar, 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x == 0) load(numbers, in, &bar, sizeof numbers);
  mbarrier_wait(&bar, phase);
  for (int i = threadIdx.x; i < kNumbers; i += blockDim.x) small[i] = __nv_fp8_e4m3(numbers[i]);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    store(theirs, small, sizeof small);
#ifndef NO_WAIT
    store_wait<0>();
#endif
    asm volatile("st.release.sys.global.s32 [%0], 1;" ::"l"(flag) : "memory");
#ifdef NO_WAIT
    store_wait<0>();
#endif
  }
}

__global__ void receive(const uint8_t *mine, const int *flag, float *out) {
  int there = 0;
  while (!there)
    asm volatile("ld.acquire.sys.global.s32 %0, [%1];" : "=r"(there) : "l"(flag) : "memory");
  for (int i = 0; i < 2; i++) {
    __nv_fp8_e4m3 number;
    number.__x = mine[i];
    out[i] = float(number);
  }
}

int main() {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int me = nvshmem_my_pe(), peer = !me;
  uint8_t *tokens = (uint8_t *)nvshmem_malloc(kNumbers);
  int *flag = (int *)nvshmem_calloc(1, sizeof(int));
  float *out = (float *)nvshmem_calloc(2, sizeof(float)), *in, host[kNumbers];
  for (int i = 0; i < kNumbers; i++) host[i] = (me ? 1.0f : 16.0f) * (1 + i / 8.0f);
  cudaMalloc(&in, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  nvshmem_barrier_all();
  send<<<1, 2>>>(in, (uint8_t *)nvshmem_ptr(tokens, peer), (int *)nvshmem_ptr(flag, peer));
  receive<<<1, 1>>>(tokens, flag, out);
  cudaDeviceSynchronize();
  nvshmem_barrier_all();
  if (me == 0)
    for (int i = 0; i < 4; i++)
      printf("%g%c", nvshmem_float_g(out + i % 2, i / 2), i == 3 ? '\n' : ' ');
  nvshmem_barrier_all();
  nvshmem_free(out);
  nvshmem_free(flag);
  nvshmem_free(tokens);
  nvshmem_finalize();
}
