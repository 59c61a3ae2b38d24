// Bug gallery 09, before: a send buffer refilled while it is being read.
//
// wrong: The send queue had room, so the next message was written into the one send buffer
//   although the network card had not read the last message out of it yet. A non-blocking put
//   leaves its source to the library until a quiet.
// missing: nvshmem_quiet between put_nbi and the store into its source.
// reference: kvcache-ai/Mooncake#1567 (the same with RDMA sends)
// shmemlab: expect conflict
// run: shmemlab check gallery/09_source_reused/before.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void deliver(int *inbox, int *outbox) {
  if (nvshmem_my_pe() == 0) {
    *outbox = 1;
    nvshmem_int_put_nbi(inbox, outbox, 1, 1);
    *outbox = 2;
  }
  nvshmem_barrier_all();
  if (nvshmem_my_pe() == 1) printf("PE 1: %d\n", *inbox);
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *inbox = (int *)nvshmem_calloc(1, sizeof(int));
  int *outbox = (int *)nvshmem_calloc(1, sizeof(int));

  void *args[] = {&inbox, &outbox};
  nvshmemx_collective_launch((const void *)deliver, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(outbox);
  nvshmem_free(inbox);
  nvshmem_finalize();
  return 0;
}
