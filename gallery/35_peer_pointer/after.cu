// Bug gallery 35, after: a mapped pointer where a symmetric address belongs.
//
// was wrong: The address of the peer's buffer, mapped for loads and stores, was passed as the
//   destination of a put. The library adds the distance to the peer once more, and the data goes
//   elsewhere.
// was missing: the symmetric address: the PE's own, from which the library finds the peer's.
// repaired by: passing the own address and the PE's number.
// reference: pytorch/pytorch#156211, pytorch/pytorch#163194
// shmemlab: expect nothing
// run: shmemlab check gallery/35_peer_pointer/after.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void deliver(int *data) {
  if (nvshmem_my_pe() == 0) {
    nvshmem_int_p(data, 42, 1);
  }
  nvshmem_barrier_all();
  if (nvshmem_my_pe() == 1) printf("PE 1: %d\n", *data);
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *data = (int *)nvshmem_calloc(1, sizeof(int));

  void *args[] = {&data};
  nvshmemx_collective_launch((const void *)deliver, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(data);
  nvshmem_finalize();
  return 0;
}
