// Bug gallery 29, after: the wait on one stream, the copy on another.
//
// was wrong: The wait for the signal seemed to return too early. It had been queued on one
//   stream, and the copy of the result ran on another one, which did not wait for anything.
// was missing: stream order between the wait and the copy.
// repaired by: the copy on the stream that waits.
// reference: NVIDIA/nvshmem#66
// shmemlab: expect nothing
// run: shmemlab check gallery/29_copy_on_another_stream/after.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

int main(void) {
  cudaStream_t stream, other;
  int value = 42;

  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  cudaStreamCreate(&stream);
  cudaStreamCreate(&other);
  int *box = (int *)nvshmem_calloc(2, sizeof(int));  // what comes in, what goes out
  uint64_t *flag = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));

  if (nvshmem_my_pe() == 0) {
    cudaMemcpyAsync(box + 1, &value, sizeof(int), cudaMemcpyHostToDevice, stream);
    nvshmemx_int_put_signal_on_stream(box, box + 1, 1, flag, 1, NVSHMEM_SIGNAL_SET, 1, stream);
  } else {
    nvshmemx_signal_wait_until_on_stream(flag, NVSHMEM_CMP_EQ, 1, stream);
    cudaMemcpyAsync(&value, box, sizeof(int), cudaMemcpyDeviceToHost, stream);
  }
  cudaDeviceSynchronize();
  if (nvshmem_my_pe() == 1) printf("PE 1: %d\n", value);

  nvshmem_free(flag);
  nvshmem_free(box);
  cudaStreamDestroy(other);
  cudaStreamDestroy(stream);
  nvshmem_finalize();
  return 0;
}
