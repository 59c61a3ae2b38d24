// Bug gallery 14, after: a host barrier that does not see the stream.
//
// was wrong: The flag was filled with zero on a stream after the peers had met, and nothing made
//   them wait for that stream. Even a barrier called by the host right after the fill does not:
//   it orders the hosts, and the fill is still queued.
// was missing: a synchronisation with the stream before the host meets the others.
// repaired by: cudaStreamSynchronize before nvshmem_barrier_all.
// reference: pytorch/pytorch#195761
// shmemlab: expect nothing
// run: shmemlab check gallery/14_reset_on_stream/after.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void fill(uint64_t *flag) { *flag = 0; }

int main(void) {
  cudaStream_t stream;

  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  cudaStreamCreate(&stream);
  uint64_t *flag = (uint64_t *)nvshmem_malloc(sizeof(uint64_t));
  fill<<<1, 1, 0, stream>>>(flag);
  cudaStreamSynchronize(stream);
  nvshmem_barrier_all();

  if (nvshmem_my_pe() == 0)
    nvshmemx_signal_op_on_stream(flag, 1, NVSHMEM_SIGNAL_SET, 1, stream);
  else
    nvshmemx_signal_wait_until_on_stream(flag, NVSHMEM_CMP_EQ, 1, stream);
  cudaStreamSynchronize(stream);
  printf("PE %d: done\n", nvshmem_my_pe());

  nvshmem_free(flag);
  cudaStreamDestroy(stream);
  nvshmem_finalize();
  return 0;
}
