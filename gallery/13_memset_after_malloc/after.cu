// Bug gallery 13, after: signal words zeroed after the allocation has returned everywhere.
//
// was wrong: The allocation is collective, and when it returns every peer may signal. Each PE
//   zeroed its own signal words only then, so a zero could land on a signal that had already
//   arrived.
// was missing: a barrier of all PEs between the zeroing and the first signal.
// repaired by: waiting for the memset, then nvshmem_barrier_all.
// reference: pytorch/pytorch#196546, hao-ai-lab/DistCA#75
// shmemlab: expect nothing
// run: shmemlab check gallery/13_memset_after_malloc/after.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  uint64_t *signal = (uint64_t *)nvshmem_malloc(sizeof(uint64_t));
  cudaMemset(signal, 0, sizeof(uint64_t));
  cudaDeviceSynchronize();
  nvshmem_barrier_all();

  if (nvshmem_my_pe() == 0)
    nvshmemx_signal_op_on_stream(signal, 1, NVSHMEM_SIGNAL_SET, 1, 0);
  else
    nvshmemx_signal_wait_until_on_stream(signal, NVSHMEM_CMP_EQ, 1, 0);
  cudaDeviceSynchronize();
  printf("PE %d: done\n", nvshmem_my_pe());

  nvshmem_free(signal);
  nvshmem_finalize();
  return 0;
}
