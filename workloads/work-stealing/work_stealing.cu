// Work stealing: a PE without tasks takes some of others.
//
// run: shmemlab run workloads/work-stealing/work_stealing.cu -n 4
// check: shmemlab check workloads/work-stealing/work_stealing.cu -n 2 -D SMALL
// look at: owner and thieves take tasks by the same fetching atomic, so no task is done twice. Tasks do
// not change any more when the first one is taken, so a thief may get them at once. The assignment
// depends on time; the number of requests to each queue does not.
#include <cuda_runtime.h>
#include <math.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) \
  if ((call) != 0) \
  (fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call), nvshmem_global_exit(1))

#ifdef SMALL
#define TASKS 1
#define SKEW 0
#define GRAIN 1
#define NUMBERS 1
#define WARPS 1
#define LANES 1
#endif

#ifndef TASKS
#define TASKS 16  // of each PE, on average
#endif
#ifndef SKEW
#define SKEW 1  // tasks of PE p fall with p as (p+1)^-SKEW
#endif
#ifndef GRAIN
#define GRAIN 2  // tasks that are taken together
#endif
#ifndef NUMBERS
#define NUMBERS 4  // that describe a task
#endif
#ifndef WARPS
#define WARPS 2  // of a PE that work
#endif
#ifndef LANES
#define LANES 32  // threads of a warp, or 1
#endif

// How many steps take a number to 1 by the 3n + 1 rule: tasks of very different lengths.
__host__ __device__ static uint64_t steps(uint64_t number) {
  uint64_t count = 0;
  for (; number != 1; count++) number = number % 2 == 0 ? number / 2 : 3 * number + 1;
  return count;
}

#if LANES == 1  // a thread stands for a warp
__device__ static void together() {}

__device__ static int of_first(int value) { return value; }

__device__ static uint64_t sum_of_all(uint64_t value) { return value; }

__device__ static void get(uint64_t *to, const uint64_t *from, size_t numbers, int pe) {
  nvshmem_uint64_get(to, from, numbers, pe);
}
#else
__device__ static void together() { __syncwarp(); }

__device__ static int of_first(int value) { return __shfl_sync(0xffffffff, value, 0); }

__device__ static uint64_t sum_of_all(uint64_t value) {
  for (int apart = LANES / 2; apart > 0; apart /= 2)
    value += __shfl_xor_sync(0xffffffff, (unsigned long long)value, apart);
  return value;
}

__device__ static void get(uint64_t *to, const uint64_t *from, size_t numbers, int pe) {
  nvshmemx_uint64_get_warp(to, from, numbers, pe);
}
#endif

static uint64_t number(int pe, int i) { return 1 + 100 * pe + i; }

// lengths: of all queues. next: the first free task of this queue. total: what came out of
// its tasks. taken: room for the tasks that a warp works on.
__global__ void work(const int *lengths, const uint64_t *tasks, uint64_t *next, uint64_t *total,
                     uint64_t *taken) {
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes();
  int warp = threadIdx.x / LANES, lane = threadIdx.x % LANES;
  uint64_t *mine = taken + warp * GRAIN * NUMBERS;
  for (int away = 0; away < npes;) {
    int victim = (me + away) % npes, first = 0;
    if (lane == 0) first = (int)nvshmem_uint64_atomic_fetch_add(next, GRAIN, victim);
    first = of_first(first);
    int left = lengths[victim] - first, count = NUMBERS * (left < GRAIN ? left : GRAIN);
    if (left <= 0) {
      away++;
      continue;
    }
    get(mine, tasks + first * NUMBERS, count, victim);
    together();
    uint64_t sum = 0;
    for (int i = lane; i < count; i += LANES) sum += steps(mine[i]);
    sum = sum_of_all(sum);
    if (lane == 0) nvshmem_uint64_atomic_add(total, sum, victim);
    together();
  }
  nvshmem_quiet();
}

int main(void) {
  nvshmem_init();
  CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  int me = nvshmem_my_pe(), npes = nvshmem_n_pes(), most = 0;
  int *queues = (int *)malloc(npes * sizeof(int)), *lengths;
  double sum = 0;
  for (int pe = 0; pe < npes; pe++) sum += pow(pe + 1.0, -SKEW);
  for (int pe = 0; pe < npes; pe++) {
    queues[pe] = (int)((double)TASKS * npes * pow(pe + 1.0, -SKEW) / sum);
    if (queues[pe] > most) most = queues[pe];
  }
  uint64_t *tasks = (uint64_t *)nvshmem_malloc(most * NUMBERS * sizeof(uint64_t));
  uint64_t *taken = (uint64_t *)nvshmem_malloc(WARPS * GRAIN * NUMBERS * sizeof(uint64_t));
  uint64_t *next = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));
  uint64_t *total = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));
  CHECK(cudaMalloc((void **)&lengths, npes * sizeof(int)));
  CHECK(cudaMemcpy(lengths, queues, npes * sizeof(int), cudaMemcpyHostToDevice));
  uint64_t expected = 0, result, *values = (uint64_t *)malloc(most * NUMBERS * sizeof(uint64_t));
  for (int i = 0; i < queues[me] * NUMBERS; i++) expected += steps(values[i] = number(me, i));
  CHECK(cudaMemcpy(tasks, values, queues[me] * NUMBERS * sizeof(uint64_t), cudaMemcpyHostToDevice));
  nvshmem_barrier_all();  // all tasks are there

  work<<<1, WARPS * LANES>>>(lengths, tasks, next, total, taken);
  CHECK(cudaDeviceSynchronize());
  nvshmem_barrier_all();  // and done
  CHECK(cudaMemcpy(&result, total, sizeof(result), cudaMemcpyDeviceToHost));
  printf("PE %d: %d tasks were done, their sum is %s\n", me, queues[me],
         result == expected ? "right" : "wrong");

  nvshmem_barrier_all();
  CHECK(cudaFree(lengths));
  nvshmem_free(total);
  nvshmem_free(next);
  nvshmem_free(taken);
  nvshmem_free(tasks);
  free(values);
  free(queues);
  nvshmem_finalize();
  return result != expected;
}
