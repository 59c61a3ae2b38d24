#include <cstdio>
#include <cstdlib>
#include <cstdint>
struct S { int a[9]; };
__device__ int word[3];
__device__ uint32_t smem(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ void copy(int *to, const int *from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(smem(to)), "l"(from) : "memory");
}
__device__ void fetch(int *to, const int *from, uint64_t *bar) {
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 16;" :: "r"(smem(bar)) : "memory");
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
               " [%0], [%1], 16, [%2];" :: "r"(smem(to)), "l"(from), "r"(smem(bar)) : "memory");
}
__device__ void put(int *to, const int *from) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 16;"
               :: "l"(to), "r"(smem(from)) : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
__device__ int test(uint64_t *bar) {
  int over;
  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0;"
               " selp.b32 %0, 1, 0, p; }" : "=r"(over) : "r"(smem(bar)) : "memory");
  return over;
}
__global__ void k(S chosen, int arrivals, int *x, unsigned *f) {
  alignas(16) __shared__ int s[4];
  alignas(8) __shared__ uint64_t bar;
  int t = threadIdx.x;
  if (t == 0) {
    for (int i = 0; i < 4; i++) s[i] = 0;
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"(smem(&bar)), "r"(arrivals) : "memory");
  }
  __syncthreads();
  int r = 0, v = 1;
  for (int i = 0; i < 3; i++) {
    switch (chosen.a[3 * t + i]) {
      // one of
      s[0] = v;
      r = 10 * r + s[0];
      r = 10 * r + s[1];
      x[1] = v;
      r = 10 * r + x[0];
      copy(s, x);
      copy(s + 1, x + 1);
      copy(s + 1, x);
      asm volatile("cp.async.commit_group;" ::: "memory");
      asm volatile("cp.async.wait_group 0;" ::: "memory");
      asm volatile("cp.async.wait_group 1;" ::: "memory");
      asm volatile("cp.async.wait_all;" ::: "memory");
      asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" :: "r"(smem(&bar)) : "memory");
      asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" :: "r"(smem(&bar)) : "memory");
      fetch(s, x, &bar);
      put(x, s);
      asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
      asm volatile("fence.proxy.async;" ::: "memory");
      asm volatile("mbarrier.arrive.shared.b64 _, [%0];" :: "r"(smem(&bar)) : "memory");
      asm volatile("mbarrier.arrive.relaxed.cta.shared.b64 _, [%0];" :: "r"(smem(&bar)) : "memory");
      asm volatile("mbarrier.arrive_drop.shared.b64 _, [%0];" :: "r"(smem(&bar)) : "memory");
      while (!test(&bar)) { }
      r = 10 * r + test(&bar);
      asm volatile("bar.sync 3, 32;" ::: "memory");
      asm volatile("bar.arrive 3, 32;" ::: "memory");
      __syncthreads();
      __syncwarp();
      __threadfence_block();
      atomicExch(f, 1u);
      while (atomicAdd(f, 0u) == 0) { }
      v = 2;
      // end
    }
  }
  word[t] = r;
}
int main(int argc, char **argv) {
  S chosen;
  for (int i = 0; i < 9; i++) chosen.a[i] = atoi(argv[2 + i]);
  int *x, h[4], w[3];
  unsigned *f;
  cudaMalloc(&x, 16);
  cudaMalloc(&f, 4);
  cudaMemset(x, 3, 16);
  cudaMemset(f, 0, 4);
  k<<<1, 3>>>(chosen, 1 + atoi(argv[1]), x, f);
  cudaMemcpy(h, x, 16, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(w, word, 12);
  printf("%d %d | %d %d %d\n", h[0], h[1], w[0], w[1], w[2]);
}
