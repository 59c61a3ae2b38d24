// Dispatch of tokens to experts with low latency: loads and stores of peers' memory, ordered by
// inline PTX.
//
// run: shmemlab run examples/low_latency_dispatch.cu -n 4
// check: shmemlab check examples/low_latency_dispatch.cu -n 2
// look at: a warp copies a token to the PE of its expert; __syncwarp brings the lanes' stores before
// the release of lane 0, and an acquire that sees the count brings them before the loads of the
// expert. With st.relaxed instead of the release, the expert may read old tokens.
#include <cuda_runtime.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>

#define WIDTH 2   // numbers in a token
#define LANES 2   // lanes that copy one

__device__ void add_release(int *counter, int value) {
  asm volatile("red.release.sys.global.add.s32 [%0], %1;" ::"l"(counter), "r"(value) : "memory");
}

__device__ int load_acquire(const int *counter) {
  int value;
  asm volatile("ld.acquire.sys.global.s32 %0, [%1];" : "=r"(value) : "l"(counter) : "memory");
  return value;
}

// One block: its threads send the token of this PE to every expert.
__global__ void dispatch(int *tokens, int *arrived) {
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes(), lane = threadIdx.x;
  for (int hop = 1; hop < npes; hop++) {
    int expert = (me + hop) % npes;
    int *theirs = static_cast<int *>(nvshmem_ptr(tokens, expert)) + me * WIDTH;
    for (int i = lane; i < WIDTH; i += LANES) theirs[i] = 10 * me + expert + 100 * i;
    __syncwarp((1u << LANES) - 1);
    if (lane == 0) add_release(static_cast<int *>(nvshmem_ptr(arrived, expert)), 1);
  }
}

__global__ void expert(const int *tokens, const int *arrived, int *sum) {
  while (load_acquire(arrived) < nvshmem_n_pes() - 1) {}
  int total = 0;
  for (int pe = 0; pe < nvshmem_n_pes(); pe++)
    if (pe != nvshmem_my_pe())
      for (int i = 0; i < WIDTH; i++) total += tokens[pe * WIDTH + i];
  *sum = total;
}

int main() {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int npes = nvshmem_n_pes(), total, *sum;
  int *tokens = static_cast<int *>(nvshmem_malloc(npes * WIDTH * sizeof(int)));
  int *arrived = static_cast<int *>(nvshmem_calloc(1, sizeof(int)));
  cudaMalloc(&sum, sizeof(int));
  dispatch<<<1, LANES>>>(tokens, arrived);
  expert<<<1, 1>>>(tokens, arrived, sum);
  cudaMemcpy(&total, sum, sizeof(int), cudaMemcpyDeviceToHost);
  printf("PE %d: %d\n", nvshmem_my_pe(), total);
  nvshmem_barrier_all();
  cudaFree(sum);
  nvshmem_free(arrived);
  nvshmem_free(tokens);
  nvshmem_finalize();
  return 0;
}
