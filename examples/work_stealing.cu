// Work stealing: a PE that has finished its own queue helps with the queues of the others.
//
// run: shmemlab run examples/work_stealing.cu -n 4
// check: shmemlab check examples/work_stealing.cu -n 2 -D THREADS=1 -D TASKS=2
// look at: owner and thief take a task by the same atomic, so no task runs twice; the owner uses it
// on its own counter too. The assignment changes with --seed, the printed numbers do not.
#include <stdio.h>

#include <nvshmem.h>
#include <nvshmemx.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

#ifndef THREADS
#define THREADS 4
#endif
#ifndef TASKS
#define TASKS 4  // of PE 0; others have more
#endif

typedef struct {
  uint64_t next;   // the first task not yet taken
  uint64_t done;   // tasks finished
  uint64_t total;  // sum of their results
} Queue;

__host__ __device__ uint64_t length(int pe) { return TASKS * (1 + 2 * (pe % 4)); }

// A task of uneven length: the steps from `number` to 1 by the 3n + 1 rule.
__device__ uint64_t steps(uint64_t number) {
  uint64_t count = 0;
  for (; number != 1; count++) number = number % 2 == 0 ? number / 2 : 3 * number + 1;
  return count;
}

__global__ void work(Queue *queue) {
  int mype = nvshmem_my_pe(), npes = nvshmem_n_pes();
  for (int i = 0; i < npes; i++) {
    int victim = (mype + i) % npes;
    uint64_t task;
    while ((task = nvshmem_uint64_atomic_fetch_inc(&queue->next, victim)) < length(victim)) {
      nvshmem_uint64_atomic_add(&queue->total, steps(100 * victim + task + 1), victim);
      nvshmem_uint64_atomic_inc(&queue->done, victim);
    }
  }
}

int main(void) {
  Queue mine;
  cudaStream_t stream;

  nvshmem_init();
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  CHECK(cudaStreamCreate(&stream));
  int mype = nvshmem_my_pe();
  Queue *queue = (Queue *)nvshmem_calloc(1, sizeof(Queue));

  work<<<1, THREADS, 0, stream>>>(queue);
  CHECK(cudaGetLastError());
  nvshmemx_barrier_all_on_stream(stream);
  CHECK(cudaMemcpyAsync(&mine, queue, sizeof(mine), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  printf("queue of PE %d: %d of %d tasks done, total %d\n", mype, (int)mine.done,
         (int)length(mype), (int)mine.total);

  nvshmem_free(queue);
  CHECK(cudaStreamDestroy(stream));
  nvshmem_finalize();
  return 0;
}
