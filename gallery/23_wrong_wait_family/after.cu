// Bug gallery 23, after: a signal waited for as if it were an ordinary variable.
//
// was wrong: The flag was raised by a signal operation and awaited with the wait for variables
//   that puts and atomics update, and as a signed number besides. The documents promise nothing
//   for that pair; it hung.
// was missing: the wait that belongs to signal operations.
// repaired by: nvshmem_signal_wait_until on a uint64_t.
// reference: pytorch/pytorch#158167
// shmemlab: expect nothing
// run: shmemlab check gallery/23_wrong_wait_family/after.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void notify(uint64_t *flag) {
  if (nvshmem_my_pe() == 0) {
    nvshmemx_signal_op(flag, 1, NVSHMEM_SIGNAL_SET, 1);
  } else {
    nvshmem_signal_wait_until(flag, NVSHMEM_CMP_EQ, 1);
    printf("PE 1: notified\n");
  }
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  uint64_t *flag = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));

  void *args[] = {&flag};
  nvshmemx_collective_launch((const void *)notify, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(flag);
  nvshmem_finalize();
  return 0;
}
