// A barrier of a grid by flags: block 0 collects those of the others and releases them.
#include <cuda_runtime.h>

#ifndef BLOCKS
#define BLOCKS 8
#define THREADS 8
#endif

__device__ volatile int arrived[BLOCKS], released[BLOCKS];
__device__ int x[BLOCKS * THREADS], y[BLOCKS * THREADS];

__global__ void step() {
  int block = blockIdx.x, thread = threadIdx.x;
  x[block * THREADS + thread] = block;
  __syncthreads();
  if (block == 0) {
    if (thread + 1 < BLOCKS) {
      while (arrived[thread + 1] == 0);
      __threadfence();
    }
    __syncthreads();
    if (thread + 1 < BLOCKS) {
      __threadfence();
      released[thread + 1] = 1;
    }
  } else {
    if (thread == 0) {
      __threadfence();
      arrived[block] = 1;
      while (released[block] == 0);
      __threadfence();
    }
    __syncthreads();
  }
  y[block * THREADS + thread] = x[(block + 1) % BLOCKS * THREADS + thread];
}

int main() {
  int zeros[BLOCKS] = {};
  cudaMemcpyToSymbol(arrived, zeros, sizeof(zeros));
  cudaMemcpyToSymbol(released, zeros, sizeof(zeros));
  cudaDeviceSynchronize();
  step<<<BLOCKS, THREADS>>>();
  cudaDeviceSynchronize();
}
