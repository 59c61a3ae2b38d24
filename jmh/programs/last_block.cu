// Blocks store to each peer; the last one to have done so, by a counter, raises the peer's flag.
#include <cuda/atomic>
#include <nvshmem.h>
#include <nvshmemx.h>

#ifndef BLOCKS
#define BLOCKS 2
#define THREADS 32
#endif

using Flag = cuda::atomic_ref<int, cuda::thread_scope_system>;

__global__ void exchange(int *in, int *flags, int *counters, int *out) {
  int me = nvshmem_my_pe(), pes = nvshmem_n_pes(), mine = blockIdx.x * THREADS + threadIdx.x;
  for (int hop = 1; hop < pes; hop++) {
    int peer = (me + hop) % pes;
    ((int *)nvshmem_ptr(in, peer))[me * BLOCKS * THREADS + mine] = me + 1;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence_system();
      if (atomicAdd(counters + peer, 1) == BLOCKS - 1) {
        __threadfence_system();
        Flag((int &)((int *)nvshmem_ptr(flags, peer))[me]).store(1, cuda::memory_order_release);
      }
    }
    __syncthreads();
  }
  for (int hop = 1; hop < pes && blockIdx.x == 0; hop++) {
    int peer = (me + hop) % pes;
    if (threadIdx.x == 0)
      while (Flag(flags[peer]).load(cuda::memory_order_acquire) == 0);
    __syncthreads();
    for (int i = threadIdx.x; i < BLOCKS * THREADS; i += THREADS)
      out[peer * BLOCKS * THREADS + i] = in[peer * BLOCKS * THREADS + i];
  }
}

int main() {
  nvshmem_init();
  int pes = nvshmem_n_pes(), *counters, *out;
  int *in = (int *)nvshmem_malloc(pes * BLOCKS * THREADS * sizeof(int));
  int *flags = (int *)nvshmem_calloc(pes, sizeof(int));
  cudaMalloc(&counters, pes * sizeof(int));
  cudaMemset(counters, 0, pes * sizeof(int));
  cudaMalloc(&out, pes * BLOCKS * THREADS * sizeof(int));
  nvshmem_barrier_all();
  exchange<<<BLOCKS, THREADS>>>(in, flags, counters, out);
  cudaDeviceSynchronize();
  nvshmem_barrier_all();
  nvshmem_free(in);
  nvshmem_free(flags);
  nvshmem_finalize();
}
