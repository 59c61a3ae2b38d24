// lab: 9
// Heat in a rod that is cut into a piece for each PE. In each step a PE needs the outermost cells of its
// neighbours, the halo, for its own outermost cells, and for no others.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

#ifndef CELLS
#define CELLS 8192  // of each PE
#endif
#ifndef STEPS
#define STEPS 8
#endif
#ifndef THREADS
#define THREADS 32
#endif
#define FROM_LEFT 0
#define FROM_RIGHT 1

// Cells 1 to CELLS are mine; 0 and CELLS + 1 are the halo.
__device__ void update(const double *from, double *to, int cell) {
  to[cell] = 0.25 * from[cell - 1] + 0.5 * from[cell] + 0.25 * from[cell + 1];
}

// The rod is there twice, and is read from one copy and written to the other in turn. arrived[2 * side +
// copy] is the step whose halo is in that copy.
__global__ void heat(double *rod0, double *rod1, uint64_t *arrived) {
  double *rod[2] = {rod0, rod1};
  int mype = nvshmem_my_pe(), npes = nvshmem_n_pes();
  for (int step = 1; step <= STEPS; step++) {
    int copy = step % 2;
    double *from = rod[1 - copy], *to = rod[copy];
    uint64_t *left = arrived + 2 * FROM_LEFT, *right = arrived + 2 * FROM_RIGHT;

    if (threadIdx.x == THREADS) {  // one more thread has the outermost cells and talks to others
      update(from, to, 1);
      update(from, to, CELLS);
      if (mype > 0)
        nvshmem_double_put_signal_nbi(to + CELLS + 1, to + 1, 1, right + copy, step,
                                      NVSHMEM_SIGNAL_SET, mype - 1);
      if (mype < npes - 1)
        nvshmem_double_put_signal_nbi(to, to + CELLS, 1, left + copy, step, NVSHMEM_SIGNAL_SET,
                                      mype + 1);
      nvshmem_quiet();  // the puts have read their source
    } else {
      for (int cell = 2 + threadIdx.x; cell < CELLS; cell += THREADS) update(from, to, cell);
    }
    __syncthreads();
  }
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int mype = nvshmem_my_pe();
  double *rod0 = (double *)nvshmem_calloc(CELLS + 2, sizeof(double));
  double *rod1 = (double *)nvshmem_calloc(CELLS + 2, sizeof(double));
  uint64_t *arrived = (uint64_t *)nvshmem_calloc(4, sizeof(uint64_t));
  double hot = 1024;
  if (mype == 0) {  // the left end of the rod stays hot
    cudaMemcpyAsync(rod0, &hot, sizeof(hot), cudaMemcpyHostToDevice, stream);
    cudaMemcpyAsync(rod1, &hot, sizeof(hot), cudaMemcpyHostToDevice, stream);
  }
  nvshmemx_barrier_all_on_stream(stream);

  void *args[] = {&rod0, &rod1, &arrived};
  nvshmemx_collective_launch((const void *)heat, 1, THREADS + 1, args, 0, stream);
  nvshmemx_barrier_all_on_stream(stream);

  double first;
  cudaMemcpyAsync(&first, (STEPS % 2 ? rod1 : rod0) + 1, sizeof(first), cudaMemcpyDeviceToHost,
                  stream);
  cudaStreamSynchronize(stream);
  printf("PE %d: %.4f\n", mype, first);

  nvshmem_free(arrived);
  nvshmem_free(rod1);
  nvshmem_free(rod0);
  cudaStreamDestroy(stream);
  nvshmem_finalize();
  return 0;
}
