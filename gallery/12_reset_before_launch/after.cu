// Bug gallery 12, after: a flag reset that the peer does not wait for.
//
// was wrong: A ping-pong benchmark reset its flag in front of every timed launch. A PE that was
//   late reset the flag after the first signal of its peer had arrived, and then waited for
//   ever.
// was missing: a barrier of all PEs between the reset and the launch.
// repaired by: waiting for the own reset, then nvshmem_barrier_all: no PE signals before all
//   flags are reset.
// reference: NVIDIA/nvshmem#98
// shmemlab: expect nothing
// run: shmemlab check gallery/12_reset_before_launch/after.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void ping_pong(uint64_t *flag) {
  int mype = nvshmem_my_pe();
  if (mype == 1) nvshmem_signal_wait_until(flag, NVSHMEM_CMP_EQ, 1);
  nvshmemx_signal_op(flag, 1, NVSHMEM_SIGNAL_SET, 1 - mype);
  if (mype == 0) nvshmem_signal_wait_until(flag, NVSHMEM_CMP_EQ, 1);
  printf("PE %d: done\n", mype);
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  uint64_t *flag = (uint64_t *)nvshmem_malloc(sizeof(uint64_t));

  cudaMemset(flag, 0, sizeof(uint64_t));
  cudaDeviceSynchronize();
  nvshmem_barrier_all();
  void *args[] = {&flag};
  nvshmemx_collective_launch((const void *)ping_pong, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(flag);
  nvshmem_finalize();
  return 0;
}
