// A ticket lock, which each block takes once.
#include <cassert>
#include <cuda_runtime.h>

#ifndef BLOCKS
#define BLOCKS 4
#endif

__device__ int next, serving, count;

__global__ void enter() {
  int ticket = atomicAdd(&next, 1);
  while (atomicAdd(&serving, 0) != ticket);
  __threadfence();
  count = count + 1;
  __threadfence();
  atomicAdd(&serving, 1);
}

int main() {
  int zero = 0, total;
  cudaMemcpyToSymbol(next, &zero, sizeof(int));
  cudaMemcpyToSymbol(serving, &zero, sizeof(int));
  cudaMemcpyToSymbol(count, &zero, sizeof(int));
  cudaDeviceSynchronize();
  enter<<<BLOCKS, 1>>>();
  cudaDeviceSynchronize();
  cudaMemcpyFromSymbol(&total, count, sizeof(int));
  assert(total == BLOCKS);
}
