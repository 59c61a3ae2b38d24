// lab: 13
// PE 0 stores a token in the memory of PE 1, through a pointer, and raises a flag there.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

#ifndef TOKEN
#define TOKEN 17
#endif

__global__ void deliver(int *box, int *flag) {
  if (nvshmem_my_pe() == 0) {
    int *far_box = (int *)nvshmem_ptr(box, 1);
    int *far_flag = (int *)nvshmem_ptr(flag, 1);
    *far_box = TOKEN;
    __threadfence_block();
    atomicExch(far_flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence_block();
    printf("PE 1: token %d\n", *box);
  }
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *box = (int *)nvshmem_calloc(1, sizeof(int));
  int *flag = (int *)nvshmem_calloc(1, sizeof(int));

  void *args[] = {&box, &flag};
  nvshmemx_collective_launch((const void *)deliver, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(flag);
  nvshmem_free(box);
  nvshmem_finalize();
  return 0;
}
