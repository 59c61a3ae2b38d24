// Bug gallery 37, after: a put from memory that the network card does not know.
//
// was wrong: The source of the put was ordinary device memory. That works where the peer is
//   reached by loads and stores; a network card needs the source in the symmetric heap or
//   registered, and the call failed.
// was missing: a symmetric or registered source.
// repaired by: a source from the symmetric heap.
// reference: NVIDIA/nvshmem#35, pytorch/pytorch#195370
// shmemlab: expect nothing
// run: shmemlab check gallery/37_source_not_registered/after.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

int main(void) {
  int value = 42;

  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int *inbox = (int *)nvshmem_calloc(1, sizeof(int));
  int *tensor = (int *)nvshmem_malloc(sizeof(int));
  cudaMemcpy(tensor, &value, sizeof(int), cudaMemcpyHostToDevice);

  if (nvshmem_my_pe() == 0) nvshmemx_int_put_on_stream(inbox, tensor, 1, 1, 0);
  nvshmemx_barrier_all_on_stream(0);
  cudaMemcpy(&value, inbox, sizeof(int), cudaMemcpyDeviceToHost);
  if (nvshmem_my_pe() == 1) printf("PE 1: %d\n", value);

  nvshmem_free(tensor);
  nvshmem_free(inbox);
  nvshmem_finalize();
  return 0;
}
