// A host in C++: threads fill a vector, a kernel passes it on, and the host sums up what came.
//
// run: shmemlab run examples/host_threads.cu -n 4
// check: shmemlab check examples/host_threads.cu -n 2 -D PART=1
// look at: each thread writes its own part of the vector, and the join is ordered before the copy to
// the device; the counter is the only thing that two threads touch at the same time, so it is
// atomic.
#include <atomic>
#include <cuda_runtime.h>
#include <iostream>
#include <numeric>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <thread>
#include <vector>

#define THREADS 2
#ifndef PART
#define PART 3
#endif
#define N (THREADS * PART)

__global__ void pass_on(int *inbox, const int *outbox) {
  int right = (nvshmem_my_pe() + 1) % nvshmem_n_pes();
  nvshmemx_int_put_block(inbox, outbox, N, right);
}

int main() {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  int me = nvshmem_my_pe();
  std::vector<int> values(N);
  std::vector<std::thread> workers;
  std::atomic<int> filled{0};
  for (int t = 0; t < THREADS; t++)
    workers.emplace_back([&values, &filled, me, t] {
      for (int i = t * PART; i < (t + 1) * PART; i++) {
        values[i] = 100 * me + i;
        filled++;
      }
    });
  for (std::thread &worker : workers) worker.join();

  int *inbox = static_cast<int *>(nvshmem_malloc(N * sizeof(int)));
  int *outbox = static_cast<int *>(nvshmem_malloc(N * sizeof(int)));
  cudaMemcpy(outbox, values.data(), N * sizeof(int), cudaMemcpyHostToDevice);
  nvshmem_barrier_all();
  pass_on<<<1, 32>>>(inbox, outbox);
  cudaDeviceSynchronize();
  nvshmem_barrier_all();
  cudaMemcpy(values.data(), inbox, N * sizeof(int), cudaMemcpyDeviceToHost);

  std::cout << "PE " << me << " filled " << filled << " and got "
            << std::accumulate(values.begin(), values.end(), 0) << std::endl;
  nvshmem_free(outbox);
  nvshmem_free(inbox);
  nvshmem_finalize();
  return 0;
}
