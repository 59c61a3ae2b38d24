// Bug gallery 21, before: two groups that share a signal slot.
//
// wrong: PE 1 is in a group with PE 0 and in another one with PE 2, and both groups take the
//   slot from the sender's rank inside the group, which is 0 each time. The signal of one group
//   then ends the wait of the other.
// missing: a slot that only PE 0's data can raise.
// reference: pytorch/pytorch#192581
// shmemlab: expect conflict
// run: shmemlab check gallery/21_slots_of_two_groups/before.cu -n 3
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void receive(int *inbox, int *outbox, uint64_t *slots) {
  int mype = nvshmem_my_pe();
  if (mype == 1) {
    nvshmem_signal_wait_until(slots, NVSHMEM_CMP_GE, 1);
    printf("PE 1: PE 0 sent %d\n", inbox[0]);
  } else {
    int group = mype / 2;
    *outbox = mype + 10;
    nvshmem_int_put_signal_nbi(inbox + group, outbox, 1,
                               slots, 1, NVSHMEM_SIGNAL_ADD, 1);
  }
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *inbox = (int *)nvshmem_calloc(2, sizeof(int));
  int *outbox = (int *)nvshmem_calloc(1, sizeof(int));
  uint64_t *slots = (uint64_t *)nvshmem_calloc(2, sizeof(uint64_t));

  void *args[] = {&inbox, &outbox, &slots};
  nvshmemx_collective_launch((const void *)receive, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(slots);
  nvshmem_free(outbox);
  nvshmem_free(inbox);
  nvshmem_finalize();
  return 0;
}
