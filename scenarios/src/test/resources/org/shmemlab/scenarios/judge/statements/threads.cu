#include <cstdio>
#include <cstdlib>
#include <nvshmem.h>
#include <nvshmemx.h>
struct S { int a[9]; };
__device__ long word[8];
__global__ void k(S s, long *x, long *y, uint64_t *g) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  long r = 0, v = 1;
  for (int i = 0; i < 3; i++) {
    switch (s.a[3 * t + i]) {
      // one of
      x[0] = v;
      r = 10 * r + x[0];
      atomicAdd((unsigned long long *) x + 1, 1ull);
      r = 10 * r + atomicAdd((unsigned long long *) x + 1, 0ull);
      atomicExch((unsigned long long *) x + 1, 2ull);
      while (atomicAdd((unsigned long long *) x + 1, 0ull) == 0) { }
      while (*(volatile long *) (x + 1) != 1) { }
      r = 10 * r + *(volatile long *) (x + 1);
      __threadfence();
      __threadfence_system();
      __threadfence_block();
      __syncwarp();
      __syncthreads();
      asm volatile("bar.sync 3, 32;" ::: "memory");
      asm volatile("bar.arrive 3, 32;" ::: "memory");
      nvshmem_long_p(y, t + 1, 0);
      nvshmem_long_put_nbi(y + 1, x, 1, 0);
      nvshmem_quiet();
      nvshmem_fence();
      nvshmem_long_atomic_add(x + 1, 1, 0);
      r = 10 * r + nvshmem_long_atomic_fetch(x + 1, 0);
      nvshmemx_signal_op(g, 1, NVSHMEM_SIGNAL_SET, 0);
      nvshmem_signal_wait_until(g, NVSHMEM_CMP_GE, 1);
      r = 10 * r + nvshmem_signal_fetch(g);
      nvshmem_long_wait_until(x + 1, NVSHMEM_CMP_EQ, 1);
      r = 10 * r + y[0];
      r = 10 * r + nvshmem_long_g(y, 0);
      nvshmem_long_put_signal_nbi(y, x, 1, g, 1, NVSHMEM_SIGNAL_ADD, 0);
      v = 2;
      // end
    }
  }
  word[t] = r;
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
  k<<<shape & 1 ? 3 : 1, shape & 1 ? 1 : 3>>>(s, x, y, g);
  cudaDeviceSynchronize();
  nvshmem_barrier_all();
  long h[4], w[8];
  cudaMemcpy(h, x, 32, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(w, word, 64);
  printf("%ld %ld %ld %ld | %ld %ld %ld |", h[0], h[1], h[2], h[3], w[0], w[1], w[2]);
  cudaMemcpy(h, y, 32, cudaMemcpyDeviceToHost);
  printf(" %ld %ld\n", h[0], h[1]);
  nvshmem_finalize();
}
