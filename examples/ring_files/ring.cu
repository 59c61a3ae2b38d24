// The ring itself; see main.cu.
#include <nvshmem.h>
#include <nvshmemx.h>

#include "ring.h"

static __global__ void clear(uint64_t *words, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) words[i] = 0;
}

Ring makeRing() {
  int n = nvshmem_n_pes();
  Ring ring;
  ring.rounds = n;
  ring.right = (nvshmem_my_pe() + 1) % n;
  ring.inbox = (int *)nvshmem_malloc(n * sizeof(int));
  ring.arrived = (uint64_t *)nvshmem_malloc(n * sizeof(uint64_t));
  clear<<<1, 32>>>(ring.arrived, n);
  nvshmemx_barrier_all_on_stream(0);  // all words are 0 before any PE sends
  return ring;
}

void freeRing(Ring ring) {
  nvshmem_free(ring.arrived);
  nvshmem_free(ring.inbox);
}

__device__ int shift(Ring ring, int round, int value) {
  nvshmem_int_p(ring.inbox + round, value, ring.right);
  nvshmem_fence();  // the value before its signal
  nvshmemx_signal_op(ring.arrived + round, 1, NVSHMEM_SIGNAL_SET, ring.right);
  nvshmem_signal_wait_until(ring.arrived + round, NVSHMEM_CMP_EQ, 1);
  return ring.inbox[round];
}
