// Bug gallery 36, after: a signal operator's number made up.
//
// was wrong: A test declared the number of SIGNAL_SET itself, as 0; it is 9. Over NVLink any
//   number but that one adds, so from zero the test passed.
// was missing: the constant of the header.
// repaired by: NVSHMEM_SIGNAL_SET.
// reference: pytorch/pytorch#156211
// shmemlab: expect nothing
// run: shmemlab check gallery/36_operator_constant/after.cu -n 2
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
