package org.shmemlab.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Groups of threads (CUDA C++ Programming Guide, "Cooperative Groups"). */
class CooperativeGroupsTest {
  @Test
  void tilesAndPartitionsExchangeAndReduce() {
    assertThat(
            Running.output(
                "groups.cu",
                """
                #include <cooperative_groups.h>
                #include <cooperative_groups/reduce.h>
                #include <cuda_pipeline.h>
                #include <stdio.h>
                namespace cg = cooperative_groups;
                struct Pair { int a; float b; };
                __global__ void k(int *out) {
                  auto block = cg::this_thread_block();
                  auto warp = cg::tiled_partition<32>(block);
                  auto tile = cg::tiled_partition<4>(warp);
                  cg::thread_group eight = cg::tiled_partition(block, 8);
                  int r = block.thread_rank(), sum = r, equal;
                  for (int d = tile.size() / 2; d > 0; d /= 2) sum += tile.shfl_down(sum, d);
                  int all = cg::reduce(warp, r, cg::plus<int>());
                  int most = cg::reduce(tile, r % 4, cg::greater<int>());
                  int scan = cg::inclusive_scan(tile, 1), before = cg::exclusive_scan(tile, r);
                  Pair pair = tile.shfl(Pair{r, r + 0.5f}, 2);
                  unsigned odd = tile.ballot(r % 2), same = tile.match_all(7, equal);
                  auto half = cg::labeled_partition(warp, r % 2);
                  int third = half.shfl(r, 3);
                  if (r % 2) {
                    cg::coalesced_group active = cg::coalesced_threads();
                    if (active.thread_rank() == 0) atomicAdd(out, active.size());
                  }
                  cg::sync(block);
                  __shared__ int copy;
                  if (r == 0) __pipeline_memcpy_async(&copy, out, 4);
                  __pipeline_commit();
                  __pipeline_wait_prior(0);
                  block.sync();
                  if (r != 5) return;
                  printf("%d %d %d %d %d\\n", sum, all, most, scan, before);
                  printf("%d %g %x %x %d %d %u\\n", pair.a, pair.b, odd, same, equal, third, half.size());
                  printf("%llu %llu %u %d\\n", eight.size(), eight.thread_rank(),
                         tile.meta_group_rank(), copy);
                }
                int main() {
                  int *d;
                  cudaMalloc(&d, 4);
                  cudaMemset(d, 0, 4);
                  k<<<1, 32>>>(d);
                  cudaDeviceSynchronize();
                }
                """,
                1))
        .isEqualTo("24 496 3 2 4\n6 6.5 a f 1 7 16\n8 5 1 16\n");
  }
}
