// Communication on a stream: kernels, a reduction, a put and a barrier queue up in one order, and
// the host waits once, at the end.
//
// run: shmemlab run examples/on_stream.cu -n 4
// look at: the kernel `percentage` needs the result of the reduction before it, and the put needs
// the kernel's: stream order gives both. Only the other PEs need the barrier.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

__global__ void load(int *mine) { *mine = (nvshmem_my_pe() + 1) * (nvshmem_my_pe() + 1); }

__global__ void percentage(int *share, const int *mine, const int *total) {
  *share = 100 * *mine / *total;
}

int main(void) {
  int total_of_all;
  cudaStream_t stream;

  nvshmem_init();
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  CHECK(cudaStreamCreate(&stream));
  int mype = nvshmem_my_pe(), npes = nvshmem_n_pes();
  int *mine = (int *)nvshmem_malloc(sizeof(int));
  int *total = (int *)nvshmem_malloc(sizeof(int));
  int *share = (int *)nvshmem_malloc(sizeof(int));
  int *table = (int *)nvshmem_malloc(npes * sizeof(int));
  int *shares = (int *)malloc(npes * sizeof(int));

  load<<<1, 1, 0, stream>>>(mine);
  CHECK(cudaGetLastError());
  CHECK(nvshmemx_int_sum_reduce_on_stream(NVSHMEM_TEAM_WORLD, total, mine, 1, stream));
  percentage<<<1, 1, 0, stream>>>(share, mine, total);
  CHECK(cudaGetLastError());
  nvshmemx_int_put_on_stream(table + mype, share, 1, 0, stream);
  nvshmemx_barrier_all_on_stream(stream);
  CHECK(cudaMemcpyAsync(&total_of_all, total, sizeof(int), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaMemcpyAsync(shares, table, npes * sizeof(int), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));

  printf("PE %d: the total is %d\n", mype, total_of_all);
  if (mype == 0)
    for (int pe = 0; pe < npes; pe++) printf("PE %d holds %d%%\n", pe, shares[pe]);

  free(shares);
  nvshmem_free(table);
  nvshmem_free(share);
  nvshmem_free(total);
  nvshmem_free(mine);
  CHECK(cudaStreamDestroy(stream));
  nvshmem_finalize();
  return 0;
}
