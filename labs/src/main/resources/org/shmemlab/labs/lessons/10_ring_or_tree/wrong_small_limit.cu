// lab: 10
// An all-reduce in two ways. The ring moves little data in many steps, the tree all of it in few.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

#ifndef COUNT
#define COUNT 64  // numbers to add up, of each PE; a multiple of the number of PEs
#endif
#ifndef THREADS
#define THREADS 128
#endif
#define LARGEST_FOR_TREE 8192

// Which way is faster for so many numbers? Predict it, then measure.
__host__ __device__ bool takes_tree(int count) { return count <= LARGEST_FOR_TREE; }

__device__ void send(double *to, const double *from, int count, uint64_t *arrived, int pe) {
  nvshmemx_double_put_signal_block(to, from, count, arrived, 1, NVSHMEM_SIGNAL_SET, pe);
}

__device__ void await(uint64_t *arrived) {
  if (threadIdx.x == 0) nvshmem_signal_wait_until(arrived, NVSHMEM_CMP_EQ, 1);
  __syncthreads();
}

__device__ void add(double *to, const double *more, int count) {
  for (int i = threadIdx.x; i < count; i += THREADS) to[i] += more[i];
  __syncthreads();
}

// In step k every PE swaps all its sums with the PE whose number differs in bit k.
__device__ void tree(double *data, double *inbox, uint64_t *arrived) {
  int mype = nvshmem_my_pe(), npes = nvshmem_n_pes();
  int step = 0;
  for (int bit = 1; bit < npes; bit *= 2, step++) {
    send(inbox + step * COUNT, data, COUNT, arrived + step, mype ^ bit);
    await(arrived + step);
    add(data, inbox + step * COUNT, COUNT);
  }
}

// Each PE passes parts to its right neighbour: round once to add them up, and once to hand them out.
__device__ void ring(double *data, double *inbox, uint64_t *arrived) {
  int mype = nvshmem_my_pe(), npes = nvshmem_n_pes();
  int right = (mype + 1) % npes, part = COUNT / npes;
  for (int step = 0; step < npes - 1; step++) {
    int out = (mype - step + npes) % npes, in = (mype - step - 1 + npes) % npes;
    send(inbox + step * part, data + out * part, part, arrived + step, right);
    await(arrived + step);
    add(data + in * part, inbox + step * part, part);
  }
  arrived += npes - 1;
  for (int step = 0; step < npes - 1; step++) {
    int out = (mype + 1 - step + npes) % npes;
    send(data + out * part, data + out * part, part, arrived + step, right);
    await(arrived + step);
  }
}

__global__ void allreduce(double *data, double *inbox, uint64_t *arrived) {
  for (int i = threadIdx.x; i < COUNT; i += THREADS) data[i] = nvshmem_my_pe() + 1;
  __syncthreads();
  if (takes_tree(COUNT))
    tree(data, inbox, arrived);
  else
    ring(data, inbox, arrived);
}

int main(void) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int npes = nvshmem_n_pes();
  double *data = (double *)nvshmem_calloc(COUNT, sizeof(double));
  double *inbox = (double *)nvshmem_calloc(npes * COUNT, sizeof(double));
  uint64_t *arrived = (uint64_t *)nvshmem_calloc(2 * npes, sizeof(uint64_t));

  void *args[] = {&data, &inbox, &arrived};
  nvshmemx_collective_launch((const void *)allreduce, 1, THREADS, args, 0, stream);
  nvshmemx_barrier_all_on_stream(stream);

  double ends[2];
  cudaMemcpyAsync(ends, data, sizeof(double), cudaMemcpyDeviceToHost, stream);
  cudaMemcpyAsync(ends + 1, data + COUNT - 1, sizeof(double), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  printf("PE %d: %.0f to %.0f\n", nvshmem_my_pe(), ends[0], ends[1]);

  nvshmem_free(arrived);
  nvshmem_free(inbox);
  nvshmem_free(data);
  cudaStreamDestroy(stream);
  nvshmem_finalize();
  return 0;
}
