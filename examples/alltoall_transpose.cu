// A distributed transpose: turn each tile at home, then one alltoall takes tile (i, j) to (j, i).
//
// run: shmemlab run examples/alltoall_transpose.cu -n 4
// look at: alltoall wants what goes to one PE in one piece, so a kernel before it packs and one
// after it unpacks; stream order is all that the three need.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

#define SIDE 4  // of a tile; each PE owns SIDE rows of n = npes * SIDE columns

// One block per tile, one thread per element.
__global__ void pack(int *tiles, const int *matrix, int n) {
  int row = threadIdx.x / SIDE, column = threadIdx.x % SIDE;
  tiles[blockIdx.x * SIDE * SIDE + column * SIDE + row] =
      matrix[row * n + blockIdx.x * SIDE + column];
}

__global__ void unpack(int *matrix, const int *tiles, int n) {
  int row = threadIdx.x / SIDE, column = threadIdx.x % SIDE;
  matrix[row * n + blockIdx.x * SIDE + column] = tiles[blockIdx.x * SIDE * SIDE + threadIdx.x];
}

int main(void) {
  int *matrix;
  cudaStream_t stream;

  nvshmem_init();
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  CHECK(cudaStreamCreate(&stream));
  int mype = nvshmem_my_pe(), npes = nvshmem_n_pes(), n = npes * SIDE;
  size_t bytes = SIDE * n * sizeof(int);
  CHECK(cudaMalloc((void **)&matrix, bytes));
  int *packed = (int *)nvshmem_malloc(bytes);
  int *received = (int *)nvshmem_malloc(bytes);
  int *values = (int *)malloc(bytes);

  for (int i = 0; i < SIDE * n; i++) values[i] = mype * SIDE * n + i;
  CHECK(cudaMemcpyAsync(matrix, values, bytes, cudaMemcpyHostToDevice, stream));
  pack<<<npes, SIDE * SIDE, 0, stream>>>(packed, matrix, n);
  CHECK(cudaGetLastError());
  CHECK(nvshmemx_int_alltoall_on_stream(NVSHMEM_TEAM_WORLD, received, packed, SIDE * SIDE, stream));
  unpack<<<npes, SIDE * SIDE, 0, stream>>>(matrix, received, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpyAsync(values, matrix, bytes, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));

  for (int row = 0; row < SIDE; row++) {
    long sum = 0;
    for (int column = 0; column < n; column++) sum += (column + 1) * values[row * n + column];
    printf("row %d: %d %d .. %d, weighted sum %ld\n", mype * SIDE + row, values[row * n],
           values[row * n + 1], values[row * n + n - 1], sum);
  }

  free(values);
  nvshmem_free(received);
  nvshmem_free(packed);
  CHECK(cudaFree(matrix));
  CHECK(cudaStreamDestroy(stream));
  nvshmem_finalize();
  return 0;
}
