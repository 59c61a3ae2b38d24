// Bug gallery 04, before: one thread's fence for the stores of all.
//
// wrong: Every thread of the block stored into the peer's memory, but only one of them fenced,
//   and it did so before the block had met. A fence speaks for what its own thread has done or
//   knows of, so the stores of the others may be later than the flag.
// missing: a fence that covers the store of thread 1.
// reference: vllm-project/vllm#50941
// shmemlab: expect conflict
// run: shmemlab check gallery/04_one_thread_fences/before.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void publish(int *data, uint64_t *flag) {
  if (nvshmem_my_pe() == 0) {
    int *theirs = (int *)nvshmem_ptr(data, 1);
    theirs[threadIdx.x] = threadIdx.x + 1;
    if (threadIdx.x == 0) nvshmem_fence();
    __syncthreads();
    if (threadIdx.x == 0) nvshmemx_signal_op(flag, 1, NVSHMEM_SIGNAL_SET, 1);
  } else if (threadIdx.x == 0) {
    nvshmem_signal_wait_until(flag, NVSHMEM_CMP_EQ, 1);
    printf("PE 1: %d %d\n", data[0], data[1]);
  }
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *data = (int *)nvshmem_calloc(2, sizeof(int));
  uint64_t *flag = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));

  void *args[] = {&data, &flag};
  nvshmemx_collective_launch((const void *)publish, 1, 2, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(flag);
  nvshmem_free(data);
  nvshmem_finalize();
  return 0;
}
