// Bug gallery 05, before: the end of a kernel taken for a fence.
//
// wrong: One kernel put the data and the next one on the stream raised the flag; the barrier
//   between them was dropped because waiting for the flag seemed to give all the order needed.
//   The stream orders the kernels, not the delivery of what they sent.
// missing: nvshmem_quiet, or a fence, between the put of one kernel and the signal of the next.
// reference: pytorch/pytorch#156684
// shmemlab: expect conflict
// run: shmemlab check gallery/05_kernel_end_is_no_fence/before.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void put_data(int *data) {
  nvshmem_int_p(data, 42, 1);
}

__global__ void raise_flag(uint64_t *flag) {
  nvshmemx_signal_op(flag, 1, NVSHMEM_SIGNAL_SET, 1);
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *data = (int *)nvshmem_calloc(1, sizeof(int));
  uint64_t *flag = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));

  if (nvshmem_my_pe() == 0) {
    put_data<<<1, 1>>>(data);
    raise_flag<<<1, 1>>>(flag);
    cudaDeviceSynchronize();
  } else {
    int value;
    nvshmemx_signal_wait_until_on_stream(flag, NVSHMEM_CMP_EQ, 1, 0);
    cudaMemcpy(&value, data, sizeof(int), cudaMemcpyDeviceToHost);
    printf("PE 1: %d\n", value);
  }

  nvshmem_free(flag);
  nvshmem_free(data);
  nvshmem_finalize();
  return 0;
}
