// PEs that meet inside a kernel: numbers travel all the way round the ring in one launch.
//
// run: shmemlab run examples/collective_launch.cu -n 4
// look at: a kernel that waits for other PEs needs nvshmemx_collective_launch, which makes sure
// that all of them run at once. The barrier completes the puts; the sync only keeps the next put
// from overtaking a slow reader, so it has nothing to complete.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

__global__ void go_round(int *box, int *result) {
  int mype = nvshmem_my_pe(), npes = nvshmem_n_pes();
  int number = mype, sum = 0;
  for (int round = 1; round <= npes; round++) {
    nvshmem_int_p(box, number, (mype + 1) % npes);
    nvshmem_barrier_all();
    number = *box;
    sum += round * number;
    nvshmem_sync_all();
  }
  result[0] = number;
  result[1] = sum;
}

int main(void) {
  int *result, values[2];
  cudaStream_t stream;

  nvshmem_init();
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaMalloc((void **)&result, sizeof(values)));
  int *box = (int *)nvshmem_malloc(sizeof(int));

  void *args[] = {&box, &result};
  CHECK(nvshmemx_collective_launch((const void *)go_round, 1, 1, args, 0, stream));
  CHECK(cudaMemcpyAsync(values, result, sizeof(values), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  printf("PE %d: number %d is back, weighted sum %d\n", nvshmem_my_pe(), values[0], values[1]);

  nvshmem_free(box);
  CHECK(cudaFree(result));
  CHECK(cudaStreamDestroy(stream));
  nvshmem_finalize();
  return 0;
}
