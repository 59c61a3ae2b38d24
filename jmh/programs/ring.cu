// Each block puts its slot to the next PE with a signal, waits for the slot of the previous PE, and
// acknowledges it: a slot is used again after its acknowledgement.
#include <nvshmem.h>
#include <nvshmemx.h>

#ifndef BLOCKS
#define BLOCKS 2
#define THREADS 32
#endif
#define SLOTS 2
#define ROUNDS 3

__global__ void ring(int *in, int *out, uint64_t *full, uint64_t *empty) {
  int me = nvshmem_my_pe(), pes = nvshmem_n_pes(), next = (me + 1) % pes, previous = (me + pes - 1) % pes;
  for (int round = 0; round < ROUNDS; round++) {
    int slot = blockIdx.x * SLOTS + round % SLOTS, at = slot * THREADS;
    if (round >= SLOTS && threadIdx.x == 0)
      nvshmem_signal_wait_until(empty + slot, NVSHMEM_CMP_GE, round - SLOTS + 1);
    __syncthreads();
    out[at + threadIdx.x] = me * 1000 + round;
    nvshmemx_int_put_signal_block(in + at, out + at, THREADS, full + slot, round + 1, NVSHMEM_SIGNAL_SET, next);
    if (threadIdx.x == 0) nvshmem_signal_wait_until(full + slot, NVSHMEM_CMP_GE, round + 1);
    __syncthreads();
    if (in[at + threadIdx.x] != previous * 1000 + round) __trap();
    __syncthreads();
    if (threadIdx.x == 0) nvshmemx_signal_op(empty + slot, round + 1, NVSHMEM_SIGNAL_SET, previous);
  }
}

int main() {
  nvshmem_init();
  int *in = (int *)nvshmem_malloc(BLOCKS * SLOTS * THREADS * sizeof(int));
  int *out = (int *)nvshmem_malloc(BLOCKS * SLOTS * THREADS * sizeof(int));
  uint64_t *full = (uint64_t *)nvshmem_calloc(BLOCKS * SLOTS, sizeof(uint64_t));
  uint64_t *empty = (uint64_t *)nvshmem_calloc(BLOCKS * SLOTS, sizeof(uint64_t));
  nvshmem_barrier_all();
  void *arguments[] = {&in, &out, &full, &empty};
  nvshmemx_collective_launch((void *)ring, BLOCKS, THREADS, arguments, 0, 0);
  cudaDeviceSynchronize();
  nvshmem_barrier_all();
  nvshmem_free(in);
  nvshmem_free(out);
  nvshmem_free(full);
  nvshmem_free(empty);
  nvshmem_finalize();
}
