// A stencil in one collective launch: groups of the grid and of tiles, halos by single elements.
// pes: 2
// prints: 1.5 1
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <cmath>
#include <cstdio>
namespace cg = cooperative_groups;
template <int Tile, typename real>
__global__ void jacobi(real *a, real *b, real *norm, int n, int iterations, int top, int bottom) {
  cg::grid_group grid = cg::this_grid();
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<Tile> tile = cg::tiled_partition<Tile>(block);
  for (int it = 0; it < iterations; it++) {
    real change = 0;
    for (int i = grid.thread_rank() + 1; i <= n; i += grid.size()) {
      real v = real(0.5) * (a[i - 1] + a[i + 1]);
      b[i] = v;
      change += fabs(v - a[i]);
      if (i == 1) nvshmem_float_p(b + n + 1, v, top);
      if (i == n) nvshmem_float_p(b, v, bottom);
    }
    for (int d = tile.size() / 2; d > 0; d /= 2) change += tile.shfl_down(change, d);
    if (tile.thread_rank() == 0) atomicAdd(norm + it, change);
    grid.sync();
    if (grid.thread_rank() == 0) nvshmem_barrier_all();
    grid.sync();
    real *other = a;
    a = b;
    b = other;
  }
}

int main() {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int me = nvshmem_my_pe(), n_pes = nvshmem_n_pes(), n = 4, iterations = 2;
  int top = (me + n_pes - 1) % n_pes, bottom = (me + 1) % n_pes;
  float *a = (float *)nvshmem_calloc(n + 2, sizeof(float));
  float *b = (float *)nvshmem_calloc(n + 2, sizeof(float)), *norm, one = 1, host[2];
  cudaMalloc(&norm, sizeof host);
  cudaMemset(norm, 0, sizeof host);
  if (me == 0) cudaMemcpy(a + 1, &one, sizeof one, cudaMemcpyHostToDevice);
  nvshmem_barrier_all();
  void *args[] = {&a, &b, &norm, &n, &iterations, &top, &bottom};
  nvshmemx_collective_launch((const void *)jacobi<2, float>, dim3(1), dim3(2), args, 0, 0);
  cudaMemcpy(host, norm, sizeof host, cudaMemcpyDeviceToHost);
  if (me == 0) printf("%g %g\n", host[0], host[1]);
  nvshmem_barrier_all();
  nvshmem_free(b);
  nvshmem_free(a);
  nvshmem_finalize();
}
