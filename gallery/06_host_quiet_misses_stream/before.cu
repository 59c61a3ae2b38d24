// Bug gallery 06, before: the host's quiet for operations of a stream.
//
// wrong: The put was queued on a stream and then completed with the host's quiet. That one
//   returns at once: it waits for what the host itself has issued, and the stream may not even
//   have started. The library got its own call for streams in release 2.6.0.
// missing: nvshmemx_quiet_on_stream between the put and the signal on the stream.
// reference: NVSHMEM release notes 2.6.0 (quiet on stream)
// shmemlab: expect conflict
// run: shmemlab check gallery/06_host_quiet_misses_stream/before.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

int main(void) {
  cudaStream_t stream;

  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  cudaStreamCreate(&stream);
  int *box = (int *)nvshmem_calloc(2, sizeof(int));  // what comes in, what goes out
  uint64_t *flag = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));

  int value = 42;
  if (nvshmem_my_pe() == 0) {
    cudaMemcpyAsync(box + 1, &value, sizeof(int), cudaMemcpyHostToDevice, stream);
    nvshmemx_int_put_nbi_on_stream(box, box + 1, 1, 1, stream);
    nvshmem_quiet();
    nvshmemx_signal_op_on_stream(flag, 1, NVSHMEM_SIGNAL_SET, 1, stream);
    cudaStreamSynchronize(stream);
  } else {
    nvshmemx_signal_wait_until_on_stream(flag, NVSHMEM_CMP_EQ, 1, stream);
    cudaMemcpyAsync(&value, box, sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    printf("PE 1: %d\n", value);
  }

  nvshmem_free(flag);
  nvshmem_free(box);
  cudaStreamDestroy(stream);
  nvshmem_finalize();
  return 0;
}
