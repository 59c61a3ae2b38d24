// Heat in a plate, by Jacobi iteration: each PE owns some rows and, after every iteration, puts its
// outermost ones into the halos of its neighbours.
//
// run: shmemlab run examples/jacobi_halo.cu -n 4
// look at: the numbers are the same for every -n and every --seed. A neighbour may be one iteration
// ahead, never two: hence two copies of the plate and two signal words per side, used in turn.
#include <math.h>
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

#define ROWS 24  // of the plate, without its fixed edge
#define COLUMNS 16
#define WIDTH (COLUMNS + 2)
#define ITERATIONS 20
#define TOP 0  // where a halo row came from
#define BOTTOM 1

// The first row of `pe` when `owners` PEs share the plate; where that PE does not exist, its end.
__host__ __device__ int first_row(int pe, int owners) { return pe * ROWS / owners; }

// plate0 and plate1 are the two copies: my rows between two halo rows. arrived[2 * side + copy] is
// the iteration whose halo row is there. One block, one thread per column.
__global__ void jacobi(float *plate0, float *plate1, uint64_t *arrived, float *change, int owners) {
  int mype = nvshmem_my_pe();
  if (mype >= owners) return;
  float *plate[2] = {plate0, plate1};
  int rows = first_row(mype + 1, owners) - first_row(mype, owners);
  int rows_above = mype > 0 ? first_row(mype, owners) - first_row(mype - 1, owners) : 0;
  int column = threadIdx.x + 1;

  for (int iteration = 1; iteration <= ITERATIONS; iteration++) {
    int copy = iteration % 2;
    float *from = plate[1 - copy], *to = plate[copy];
    change[threadIdx.x] = 0;
    for (int row = 1; row <= rows; row++) {
      int at = row * WIDTH + column;
      to[at] = 0.25f * (from[at - WIDTH] + from[at + WIDTH] + from[at - 1] + from[at + 1]);
      change[threadIdx.x] = fmaxf(change[threadIdx.x], fabsf(to[at] - from[at]));
    }
    __syncthreads();
    if (mype > 0)
      nvshmemx_float_put_signal_block(to + (rows_above + 1) * WIDTH, to + WIDTH, WIDTH,
                                      arrived + BOTTOM * 2 + copy, iteration, NVSHMEM_SIGNAL_SET,
                                      mype - 1);
    if (mype < owners - 1)
      nvshmemx_float_put_signal_block(to, to + rows * WIDTH, WIDTH, arrived + TOP * 2 + copy,
                                      iteration, NVSHMEM_SIGNAL_SET, mype + 1);
    if (threadIdx.x == 0) {
      if (mype > 0)
        nvshmem_signal_wait_until(arrived + TOP * 2 + copy, NVSHMEM_CMP_EQ, iteration);
      if (mype < owners - 1)
        nvshmem_signal_wait_until(arrived + BOTTOM * 2 + copy, NVSHMEM_CMP_EQ, iteration);
    }
    __syncthreads();
  }
}

int main(void) {
  float start[(ROWS + 2) * WIDTH], whole[ROWS * WIDTH], changes[COLUMNS];
  cudaStream_t stream;

  nvshmem_init();
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  CHECK(cudaStreamCreate(&stream));
  int mype = nvshmem_my_pe(), npes = nvshmem_n_pes();
  int owners = npes < ROWS ? npes : ROWS;
  float *plate0 = (float *)nvshmem_malloc(sizeof(start));
  float *plate1 = (float *)nvshmem_malloc(sizeof(start));
  float *result = (float *)nvshmem_malloc(sizeof(whole));
  float *change = (float *)nvshmem_calloc(COLUMNS, sizeof(float));
  float *largest = (float *)nvshmem_malloc(COLUMNS * sizeof(float));
  uint64_t *arrived = (uint64_t *)nvshmem_calloc(4, sizeof(uint64_t));

  // Cold inside, hot above, warmer and warmer along the left edge; the same in both copies.
  int first = mype < owners ? first_row(mype, owners) : 0;
  int rows = mype < owners ? first_row(mype + 1, owners) - first : 0;
  for (int row = 0; row < rows + 2; row++)
    for (int column = 0; column < WIDTH; column++)
      start[row * WIDTH + column] = first + row == 0 ? 100 : column == 0 ? first + row : 0;
  size_t bytes = (rows + 2) * WIDTH * sizeof(float);
  CHECK(cudaMemcpyAsync(plate0, start, bytes, cudaMemcpyHostToDevice, stream));
  CHECK(cudaMemcpyAsync(plate1, start, bytes, cudaMemcpyHostToDevice, stream));
  // A neighbour may only write into a halo that has its first value.
  nvshmemx_barrier_all_on_stream(stream);

  void *args[] = {&plate0, &plate1, &arrived, &change, &owners};
  CHECK(nvshmemx_collective_launch((const void *)jacobi, 1, COLUMNS, args, 0, stream));
  CHECK(nvshmemx_float_max_reduce_on_stream(NVSHMEM_TEAM_WORLD, largest, change, COLUMNS, stream));
  float *last = ITERATIONS % 2 == 0 ? plate0 : plate1;
  if (rows > 0)
    nvshmemx_float_put_on_stream(result + first * WIDTH, last + WIDTH, rows * WIDTH, 0, stream);
  nvshmemx_barrier_all_on_stream(stream);
  CHECK(cudaMemcpyAsync(changes, largest, sizeof(changes), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaMemcpyAsync(whole, result, sizeof(whole), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));

  if (mype == 0) {
    double sum = 0;
    for (int i = 0; i < ROWS * WIDTH; i++) sum += whole[i];
    for (int i = 1; i < COLUMNS; i++) changes[0] = fmaxf(changes[0], changes[i]);
    printf("after %d iterations: largest change %.6f, sum %.6f\n", ITERATIONS, changes[0], sum);
    for (int row = 5; row < ROWS; row += 6)
      printf("row %2d: %9.5f %9.5f %9.5f\n", row, whole[row * WIDTH + 1], whole[row * WIDTH + 8],
             whole[row * WIDTH + 16]);
  }

  nvshmem_free(arrived);
  nvshmem_free(largest);
  nvshmem_free(change);
  nvshmem_free(result);
  nvshmem_free(plate1);
  nvshmem_free(plate0);
  CHECK(cudaStreamDestroy(stream));
  nvshmem_finalize();
  return 0;
}
