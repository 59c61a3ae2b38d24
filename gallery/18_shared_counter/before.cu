// Bug gallery 18, before: one counter for several chunks under way.
//
// wrong: Two non-blocking puts with signal add to the same word, and the receiver takes a count
//   of one for the first chunk. The count says how many chunks have arrived, not which: when the
//   second one is faster, the first is read too early.
// missing: a signal that belongs to the first chunk alone.
// reference: NVIDIA/nvshmem#84
// shmemlab: expect conflict
// run: shmemlab check gallery/18_shared_counter/before.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void deliver(int *inbox, int *outbox, uint64_t *arrived) {
  if (nvshmem_my_pe() == 0) {
    for (int chunk = 0; chunk < 2; chunk++) {
      outbox[chunk] = chunk + 1;
      nvshmem_int_put_signal_nbi(inbox + chunk, outbox + chunk, 1,
                                 arrived, 1, NVSHMEM_SIGNAL_ADD, 1);
    }
  } else {
    for (int chunk = 0; chunk < 2; chunk++) {
      nvshmem_signal_wait_until(arrived, NVSHMEM_CMP_GE, chunk + 1);
      printf("PE 1: chunk %d holds %d\n", chunk, inbox[chunk]);
    }
  }
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *inbox = (int *)nvshmem_calloc(2, sizeof(int));
  int *outbox = (int *)nvshmem_calloc(2, sizeof(int));
  uint64_t *arrived = (uint64_t *)nvshmem_calloc(2, sizeof(uint64_t));

  void *args[] = {&inbox, &outbox, &arrived};
  nvshmemx_collective_launch((const void *)deliver, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(arrived);
  nvshmem_free(outbox);
  nvshmem_free(inbox);
  nvshmem_finalize();
  return 0;
}
