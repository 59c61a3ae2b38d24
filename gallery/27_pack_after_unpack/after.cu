// Bug gallery 27, after: what goes out is packed after what came in was added.
//
// was wrong: One stream waits for a peer to be ready, then packs the shared value and sends it;
//   another stream adds what has come in to the same value. With a peer that is late, the sum
//   goes out instead of the own contribution and is counted twice.
// was missing: any order between the pack on one stream and the unpack on the other.
// repaired by: packing first, before anything waits, and an event that orders the unpack after
//   it.
// reference: ExtremeFLOW/neko#2625
// shmemlab: expect nothing
// run: shmemlab check gallery/27_pack_after_unpack/after.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void pack(int *outbox, const int *value) { *outbox = *value; }

__global__ void unpack(int *value, const int *inbox) { *value += *inbox; }

int main(void) {
  cudaStream_t out, in;
  cudaEvent_t packed;
  int value = 1;

  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  cudaStreamCreate(&out);
  cudaStreamCreate(&in);
  cudaEventCreate(&packed);
  int peer = 1 - nvshmem_my_pe();
  int *shared = (int *)nvshmem_malloc(sizeof(int));
  int *inbox = (int *)nvshmem_malloc(sizeof(int));
  int *outbox = (int *)nvshmem_malloc(sizeof(int));
  uint64_t *signals = (uint64_t *)nvshmem_calloc(2, sizeof(uint64_t));  // ready, arrived
  cudaMemcpy(shared, &value, sizeof(int), cudaMemcpyHostToDevice);

  nvshmemx_signal_op_on_stream(signals, 1, NVSHMEM_SIGNAL_SET, peer, in);
  pack<<<1, 1, 0, out>>>(outbox, shared);
  cudaEventRecord(packed, out);
  cudaStreamWaitEvent(in, packed, 0);
  nvshmemx_signal_wait_until_on_stream(signals, NVSHMEM_CMP_EQ, 1, out);
  nvshmemx_int_put_signal_on_stream(inbox, outbox, 1, signals + 1, 1, NVSHMEM_SIGNAL_SET, peer,
                                    out);
  nvshmemx_signal_wait_until_on_stream(signals + 1, NVSHMEM_CMP_EQ, 1, in);
  unpack<<<1, 1, 0, in>>>(shared, inbox);
  cudaDeviceSynchronize();
  cudaMemcpy(&value, shared, sizeof(int), cudaMemcpyDeviceToHost);
  printf("PE %d: %d\n", nvshmem_my_pe(), value);

  nvshmem_free(signals);
  nvshmem_free(outbox);
  nvshmem_free(inbox);
  nvshmem_free(shared);
  cudaEventDestroy(packed);
  cudaStreamDestroy(in);
  cudaStreamDestroy(out);
  nvshmem_finalize();
  return 0;
}
