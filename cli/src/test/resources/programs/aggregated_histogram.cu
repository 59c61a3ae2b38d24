// Lanes with the same bin elect one that adds for all of them, at whatever PE the bin is.
// pes: 2
// prints: 4 4 4 4
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void count(const int *keys, int *bins, int n, int per_pe) {
  auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  for (int i = tile.thread_rank(); i < n; i += tile.size()) {
    auto same = cg::labeled_partition(tile, keys[i]);
    if (same.thread_rank() == 0)
      nvshmem_int_atomic_add(bins + keys[i] % per_pe, same.size(), keys[i] / per_pe);
    tile.sync();
  }
  int most = cg::reduce(tile, keys[tile.thread_rank()], cg::greater<int>());
  if (tile.thread_rank() == 0 && most != 3) printf("wrong: %d\n", most);
}

int main() {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  const int per_pe = 2, n = 8;
  int host[n], *keys, *bins = (int *)nvshmem_calloc(per_pe, sizeof(int));
  for (int i = 0; i < n; i++) host[i] = i * 3 % 4;
  cudaMalloc(&keys, sizeof host);
  cudaMemcpy(keys, host, sizeof host, cudaMemcpyHostToDevice);
  nvshmem_barrier_all();
  count<<<1, 4>>>(keys, bins, n, per_pe);
  cudaDeviceSynchronize();
  nvshmem_barrier_all();
  if (nvshmem_my_pe() == 0)
    for (int b = 0; b < 4; b++)
      printf("%d%c", nvshmem_int_g(bins + b % per_pe, b / per_pe), b == 3 ? '\n' : ' ');
  nvshmem_barrier_all();
  nvshmem_free(bins);
  nvshmem_finalize();
}
