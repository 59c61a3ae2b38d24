#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <nvshmem.h>
#include <nvshmemx.h>
struct S { int a[9]; };
__device__ long word[3];
__device__ void put(long *to, const long *from) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 16;"
               :: "l"(to), "r"((uint32_t)__cvta_generic_to_shared(from)) : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
__global__ void k(S s, long *x, long *y, uint64_t *g, int me) {
  int t = me == 0 ? threadIdx.x : 2;
  long *p = (long *) nvshmem_ptr(x, 1 - me);
  unsigned long long *pa = (unsigned long long *) p, *xa = (unsigned long long *) x, a = 0;
  long r = 0, v = 1;
  alignas(16) __shared__ long own[3][2];
  own[t][0] = own[t][1] = 4;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  for (int i = 0; i < 3; i++) {
    switch (s.a[3 * t + i]) {
      // one of
      p[0] = v;
      r = 10 * r + p[0];
      x[0] = v;
      r = 10 * r + x[0];
      memset(p, 0, 8);
      atomicAdd_system(pa + 1, 1ull);
      atomicExch_system(pa, 3ull);
      r = 10 * r + atomicAdd_system(pa + 1, 0ull);
      *(volatile long *) (p + 1) = v;
      r = 10 * r + *(volatile long *) (p + 1);
      asm volatile("st.release.sys.u64 [%0], 1;" :: "l"(pa + 1) : "memory");
      asm volatile("ld.acquire.sys.u64 %0, [%1];" : "=l"(a) : "l"(xa + 1) : "memory");
      do { asm volatile("ld.acquire.sys.u64 %0, [%1];" : "=l"(a) : "l"(xa + 1) : "memory"); } while (a == 0);
      while (*(volatile long *) (x + 1) == 0) { }
      while (*(volatile long *) (p + 1) == 0) { }
      r = 10 * r + a;
      put(p, own[t]);
      put(x, own[t]);
      asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
      asm volatile("fence.proxy.async;" ::: "memory");
      __threadfence();
      __threadfence_system();
      __syncthreads();
      nvshmem_long_p(x, 5, 1 - me);
      nvshmem_long_put_nbi(x, y, 1, 1 - me);
      r = 10 * r + nvshmem_long_g(x, 1 - me);
      nvshmem_long_atomic_add(x + 1, 1, 1 - me);
      nvshmem_fence();
      nvshmem_quiet();
      nvshmemx_signal_op(g, 1, NVSHMEM_SIGNAL_SET, 1 - me);
      nvshmem_signal_wait_until(g, NVSHMEM_CMP_GE, 1);
      nvshmem_long_wait_until(x + 1, NVSHMEM_CMP_GE, 1);
      v = 2;
      // end
    }
  }
  word[t] = r;
}
int main(int argc, char **argv) {
  S s;
  for (int i = 0; i < 9; i++) s.a[i] = atoi(argv[2 + i]);
  nvshmem_init();
  int me = nvshmem_my_pe();
  long *x = (long *) nvshmem_calloc(2, sizeof(long));
  long *y = (long *) nvshmem_calloc(1, sizeof(long));
  uint64_t *g = (uint64_t *) nvshmem_calloc(1, sizeof(uint64_t));
  nvshmem_barrier_all();
  void *arguments[] = {&s, &x, &y, &g, &me};
  nvshmemx_collective_launch((void *) k, 1, me == 0 ? 2 : 1, arguments, 0, 0);
  cudaDeviceSynchronize();
  nvshmem_barrier_all();
  long h[2], w[3];
  cudaMemcpy(h, x, 16, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(w, word, 24);
  printf("%d: %ld %ld | %ld %ld %ld\n", me, h[0], h[1], w[0], w[1], w[2]);
  nvshmem_finalize();
}
