// An allreduce as a template: the type of the elements and the operator are parameters, the
// operator a device lambda (nvcc --extended-lambda).
//
// run: shmemlab run examples/templated_allreduce.cu -n 4
// check: shmemlab check examples/templated_allreduce.cu -n 2
// look at: every PE puts its vector into a slot of its own on every other, with a signal; once all
// signals are there, one loop combines the slots in the order of the PEs, so that all PEs get the
// same bits even of floating numbers.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>

#define N 4

template <typename T, typename Op>
__global__ void allreduce(T *result, const T *slots, uint64_t *arrived, Op op) {
  int npes = nvshmem_n_pes();
  if (threadIdx.x == 0) nvshmem_signal_wait_until(arrived, NVSHMEM_CMP_GE, npes - 1);
  __syncthreads();
  for (int i = threadIdx.x; i < N; i += blockDim.x) {
    T value = slots[i];
    for (int pe = 1; pe < npes; pe++) value = op(value, slots[pe * N + i]);
    result[i] = value;
  }
}

template <typename T> __global__ void share(T *slots, uint64_t *arrived) {
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes();
  for (int pe = 0; pe < npes; pe++)
    if (pe != me)
      nvshmemx_putmem_signal_block(slots + me * N, slots + me * N, N * sizeof(T), arrived, 1,
                                   NVSHMEM_SIGNAL_ADD, pe);
}

template <typename T, typename Op> void run(const char *name, const char *format, T first, Op op) {
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes();
  T *slots = static_cast<T *>(nvshmem_malloc(npes * N * sizeof(T)));
  uint64_t *arrived = static_cast<uint64_t *>(nvshmem_calloc(1, sizeof(uint64_t)));
  T mine[N], *result;
  for (int i = 0; i < N; i++) mine[i] = first + static_cast<T>(me * (i + 1));
  cudaMemcpy(slots + me * N, mine, sizeof mine, cudaMemcpyHostToDevice);
  cudaMalloc(&result, sizeof mine);
  nvshmem_barrier_all();

  share<<<1, 2>>>(slots, arrived);
  allreduce<<<1, 2>>>(result, slots, arrived, op);
  cudaMemcpy(mine, result, sizeof mine, cudaMemcpyDeviceToHost);
  if (me == 0) {
    printf("%s:", name);
    for (T value : mine) printf(format, value);
    printf("\n");
  }
  nvshmem_barrier_all();
  cudaFree(result);
  nvshmem_free(arrived);
  nvshmem_free(slots);
}

int main() {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  run("sum", " %d", 1, [] __device__(int a, int b) { return a + b; });
  run("product", " %.2f", 0.5, [] __device__(double a, double b) { return a * b; });
  run("longest", " %ld", 7L, [] __device__(long a, long b) { return a > b ? a : b; });
  nvshmem_finalize();
  return 0;
}
