#include <cstdio>
#include <cstdlib>
#include <nvshmem.h>
#include <nvshmemx.h>
struct S { int a[9]; };
__device__ unsigned long long word[8];
__global__ void k(S s, int alike, long *x, long *y, uint64_t *g) {
  __shared__ long c[2];
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int from = alike ? 0 : 3 * (t % 3);
  long r = 0, v = alike ? 1 : t + 1;
  for (int i = 0; i < 3; i++) {
    switch (s.a[from + i]) {
      // one of
      x[0] = v;
      r = 10 * r + x[0];
      x[0] = x[0] + v;
      c[threadIdx.x] = v;
      r = 10 * r + c[0];
      v = 2;
      v = v + atomicAdd((unsigned long long *) x + 1, 1ull);
      atomicAdd((unsigned long long *) x + 1, 1ull);
      r = 10 * r + atomicAdd((unsigned long long *) x + 1, 0ull);
      r = 10 * r + atomicExch((unsigned long long *) x + 1, (unsigned long long) v);
      if (atomicAdd((unsigned long long *) x + 1, 1ull) == 2) x[0] = v;
      if (atomicAdd((unsigned long long *) x + 1, 1ull) == 2) { __threadfence(); r = 10 * r + x[0]; }
      for (long my = atomicAdd((unsigned long long *) x + 2, 1ull); atomicAdd((unsigned long long *) x + 3, 0ull) != my; ) { }
      __threadfence(); atomicAdd((unsigned long long *) x + 3, 1ull);
      while (atomicCAS((unsigned long long *) y + 3, 0ull, 1ull) != 0) { }
      __threadfence(); atomicExch((unsigned long long *) y + 3, 0ull);
      while (*(volatile long *) (x + 1) < 2) { }
      r = 10 * r + *(volatile long *) (x + 1);
      __threadfence();
      __threadfence_system();
      __syncthreads();
      if (blockIdx.x == 1) v = 3;
      nvshmem_long_p(y, v, 0);
      nvshmem_long_put_nbi(y + 1, x, 1, 0);
      nvshmem_quiet();
      nvshmem_fence();
      nvshmem_long_atomic_add(x + 1, 1, 0);
      r = 10 * r + nvshmem_long_atomic_fetch_inc(x + 1, 0);
      nvshmemx_signal_op(g, 1, NVSHMEM_SIGNAL_ADD, 0);
      nvshmem_signal_wait_until(g, NVSHMEM_CMP_GE, 2);
      r = 10 * r + nvshmem_long_g(y, 0);
      // end
    }
  }
  atomicAdd(word, r * r);
}
int main(int argc, char **argv) {
  S s;
  for (int i = 0; i < 9; i++) s.a[i] = atoi(argv[2 + i]);
  int shape = atoi(argv[1]);
  nvshmem_init();
  long *x = (long *) nvshmem_calloc(4, sizeof(long));
  long *y = (long *) nvshmem_calloc(4, sizeof(long));
  uint64_t *g = (uint64_t *) nvshmem_calloc(2, sizeof(uint64_t));
  nvshmem_barrier_all();
  k<<<shape & 1 ? 3 : 2, shape & 1 ? 1 : 2>>>(s, shape & 1, x, y, g);
  cudaDeviceSynchronize();
  nvshmem_barrier_all();
  long h[4], w[8];
  cudaMemcpy(h, x, 32, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(w, word, 64);
  printf("%ld %ld %ld %ld | %ld |", h[0], h[1], h[2], h[3], w[0]);
  cudaMemcpy(h, y, 32, cudaMemcpyDeviceToHost);
  printf(" %ld %ld\n", h[0], h[1]);
  nvshmem_finalize();
}
