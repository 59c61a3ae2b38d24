// The host part of the kernels of kernels.py: on each PE one block of 128 threads.
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>

#ifndef KERNEL
#define KERNEL ring_put
#endif

constexpr int N = 128;

// Triton adds two parameters for scratch memory, which these kernels do not use.
extern "C" __global__ void KERNEL(int *inbox, int *outbox, uint64_t *flag, int *result, void *, void *);

int main() {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int me = nvshmem_my_pe();
  int *inbox = (int *)nvshmem_calloc(N, sizeof(int));
  int *outbox = (int *)nvshmem_calloc(N, sizeof(int));
  uint64_t *flag = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));
  int *result;
  cudaMalloc(&result, N * sizeof(int));
  int words[N];
  for (int i = 0; i < N; i++) words[i] = 1000 * me + i;
  cudaMemcpy(outbox, words, sizeof(words), cudaMemcpyHostToDevice);
  nvshmem_barrier_all();
  KERNEL<<<1, 128>>>(inbox, outbox, flag, result, nullptr, nullptr);
  cudaMemcpy(words, result, sizeof(words), cudaMemcpyDeviceToHost);
  printf("PE %d: %d to %d\n", me, words[0], words[N - 1]);
  nvshmem_barrier_all();
  cudaFree(result);
  nvshmem_free(flag);
  nvshmem_free(outbox);
  nvshmem_free(inbox);
  nvshmem_finalize();
}
