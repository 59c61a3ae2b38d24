// A cooperative launch in the style of CUDA's samples: block sums by shuffles, the grid's by its
// last step, then a sum over PEs.
// pes: 2
// prints: 0: 2080 over 2 blocks, 4160 in all
// prints: 1: 2080 over 2 blocks, 4160 in all
// with -DNO_GRID_SYNC: conflict
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <cstdlib>
#include <nvshmem.h>
#include <nvshmemx.h>
namespace cg = cooperative_groups;

template <typename T> inline void checked(T status, const char *what, const char *file, int line) {
  if (status == T{}) return;
  fprintf(stderr, "%s:%d: %s gives %d\n", file, line, what, static_cast<int>(status));
  exit(EXIT_FAILURE);
}
#define checkCudaErrors(call) checked((call), #call, __FILE__, __LINE__)

template <unsigned BlockSize>
__global__ void __launch_bounds__(BlockSize) reduce(const int *in, int *partial, int n) {
  cg::grid_group grid = cg::this_grid();
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  extern __shared__ int sums[];

  int sum = 0;
  for (auto i = grid.thread_rank(); i < n; i += grid.size()) sum += in[i];
  sum = cg::reduce(tile, sum, cg::plus<int>());
  if (tile.thread_rank() == 0) sums[tile.meta_group_rank()] = sum;
  cg::sync(block);
  if (block.thread_rank() == 0) {
    int total = 0;
#pragma unroll
    for (unsigned w = 0; w < BlockSize / 32; w++) total += sums[w];
    partial[blockIdx.x] = total;
  }
#ifndef NO_GRID_SYNC
  grid.sync();
#endif
  if (grid.thread_rank() == 0)
    for (unsigned b = 1; b < gridDim.x; b++) partial[0] += partial[b];
}

int main() {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  constexpr int n = 64, blocks = 2, threads = 32;
  int *in, *sum = static_cast<int *>(nvshmem_malloc(sizeof(int)));
  int *partial = static_cast<int *>(nvshmem_malloc(blocks * sizeof(int)));
  checkCudaErrors(cudaMallocManaged(&in, n * sizeof(int)));
  for (int i = 0; i < n; i++) in[i] = i + 1;

  int fits = 0, device = 0;
  cudaDeviceProp properties;
  checkCudaErrors(cudaGetDevice(&device));
  checkCudaErrors(cudaGetDeviceProperties(&properties, device));
  checkCudaErrors(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fits, reduce<threads>, threads, sizeof(int)));
  if (!properties.cooperativeLaunch || fits * properties.multiProcessorCount < blocks) return 2;

  int count = n;
  void *arguments[] = {&in, &partial, &count};
  checkCudaErrors(cudaLaunchCooperativeKernel((void *)reduce<threads>, dim3(blocks), dim3(threads),
                                              arguments, threads / 32 * sizeof(int), nullptr));
  checkCudaErrors(cudaDeviceSynchronize());
  nvshmem_int_sum_reduce(NVSHMEM_TEAM_WORLD, sum, partial, 1);
  int own, all;
  checkCudaErrors(cudaMemcpy(&own, partial, sizeof own, cudaMemcpyDeviceToHost));
  checkCudaErrors(cudaMemcpy(&all, sum, sizeof all, cudaMemcpyDeviceToHost));
  printf("%d: %d over %d blocks, %d in all\n", nvshmem_my_pe(), own, blocks, all);
  nvshmem_free(partial);
  nvshmem_free(sum);
  checkCudaErrors(cudaFree(in));
  nvshmem_finalize();
}
