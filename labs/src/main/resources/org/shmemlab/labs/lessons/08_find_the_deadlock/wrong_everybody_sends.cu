// lab: 8
// A token goes once round the ring: each PE adds its number and passes it on to the right.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void round_trip(int *token, uint64_t *here) {
  int mype = nvshmem_my_pe(), npes = nvshmem_n_pes();
  int right = (mype + 1) % npes;
  int sum = mype;
  nvshmem_int_p(token, sum, right);
  nvshmem_fence();
  nvshmemx_signal_op(here, 1, NVSHMEM_SIGNAL_SET, right);
  nvshmem_signal_wait_until(here, NVSHMEM_CMP_EQ, 1);
  if (mype == 0) {
    printf("the token is back: %d\n", *token);
  }
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *token = (int *)nvshmem_calloc(1, sizeof(int));
  uint64_t *here = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));

  void *args[] = {&token, &here};
  nvshmemx_collective_launch((const void *)round_trip, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(here);
  nvshmem_free(token);
  nvshmem_finalize();
  return 0;
}
