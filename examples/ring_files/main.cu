// A program of three files: this one, ring.cu and include/ring.h.
//
// run: shmemlab run examples/ring_files/main.cu examples/ring_files/ring.cu -I examples/ring_files/include -n 4
// look at: a device function of another file, and a kernel that each file has for itself.
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>

#include <ring.h>

// Each PE learns the sum of all squares: every value travels once round the ring.
static __global__ void add(Ring ring, int own, int *sum) {
  int travelling = own;
  *sum = own;
  for (int round = 1; round < ring.rounds; round++) {
    travelling = shift(ring, round, travelling);
    *sum += travelling;
  }
}

int main() {
  nvshmem_init();
  int me = nvshmem_my_pe();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  Ring ring = makeRing();

  int own = (me + 1) * (me + 1), *sum, result;
  cudaMalloc(&sum, sizeof(int));
  void *arguments[] = {&ring, &own, &sum};
  nvshmemx_collective_launch((const void *)add, 1, 1, arguments, 0, 0);
  cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d: the sum of the squares is %d\n", me, result);

  cudaFree(sum);
  nvshmem_barrier_all();  // no PE sends any more
  freeRing(ring);
  nvshmem_finalize();
  return 0;
}
