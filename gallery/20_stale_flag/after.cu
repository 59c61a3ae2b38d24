// Bug gallery 20, after: a flag that is still up from the last time.
//
// was wrong: Every call set the same word to 1 and waited for at least 1. The first call leaves
//   the word at 1, so the second one does not wait at all.
// was missing: a wait that distinguishes this round's flag from the last one's.
// repaired by: the round's number as the flag's value.
// reference: hw-native-sys/pypto#2175, hw-native-sys/pypto#2279
// shmemlab: expect nothing
// run: shmemlab check gallery/20_stale_flag/after.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void exchange(int *inbox, uint64_t *flag) {
  for (int round = 0; round < 2; round++) {
    if (nvshmem_my_pe() == 0) {
      nvshmem_int_p(inbox + round, round + 1, 1);
      nvshmem_fence();
      nvshmemx_signal_op(flag, round + 1, NVSHMEM_SIGNAL_SET, 1);
    } else {
      nvshmem_signal_wait_until(flag, NVSHMEM_CMP_GE, round + 1);
      printf("PE 1: round %d brings %d\n", round, inbox[round]);
    }
  }
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *inbox = (int *)nvshmem_calloc(2, sizeof(int));
  uint64_t *flag = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));

  void *args[] = {&inbox, &flag};
  nvshmemx_collective_launch((const void *)exchange, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(flag);
  nvshmem_free(inbox);
  nvshmem_finalize();
  return 0;
}
