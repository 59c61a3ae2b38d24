// Bug gallery 22, before: CUDA's atomic on a word that NVSHMEM's atomics update.
//
// wrong: The receiver took the count and put the word back to zero with atomicExch. CUDA's
//   atomics and those of NVSHMEM are not atomic to each other, because the latter may be carried
//   out by a network card or a processor: counts were lost or seen twice.
// missing: one kind of atomics for one word.
// reference: NVIDIA/nvshmem#30
// shmemlab: expect conflict
// run: shmemlab check gallery/22_local_atomic_on_signal/before.cu -n 2
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void drain(uint64_t *count) {
  if (nvshmem_my_pe() == 0) {
    nvshmem_uint64_atomic_add(count, 1, 1);
    nvshmem_uint64_atomic_add(count, 1, 1);
  } else {
    uint64_t taken = 0;
    while (taken < 2) {
      nvshmem_uint64_wait_until(count, NVSHMEM_CMP_NE, 0);
      taken += atomicExch((unsigned long long *)count, 0ULL);
    }
    printf("PE 1: took %d\n", (int)taken);
  }
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  uint64_t *count = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));

  void *args[] = {&count};
  nvshmemx_collective_launch((const void *)drain, 1, 1, args, 0, 0);
  cudaDeviceSynchronize();

  nvshmem_free(count);
  nvshmem_finalize();
  return 0;
}
