// A lock by compare and swap, which each block takes once.
#include <cassert>
#include <cuda_runtime.h>

#ifndef BLOCKS
#define BLOCKS 4
#endif

__device__ int lock, count;

__global__ void enter() {
  while (atomicCAS(&lock, 0, 1) != 0);
  __threadfence();
  count = count + 1;
  __threadfence();
  atomicExch(&lock, 0);
}

int main() {
  int zero = 0, total;
  cudaMemcpyToSymbol(lock, &zero, sizeof(int));
  cudaMemcpyToSymbol(count, &zero, sizeof(int));
  cudaDeviceSynchronize();
  enter<<<BLOCKS, 1>>>();
  cudaDeviceSynchronize();
  cudaMemcpyFromSymbol(&total, count, sizeof(int));
  assert(total == BLOCKS);
}
