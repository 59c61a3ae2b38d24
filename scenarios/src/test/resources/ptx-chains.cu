// A chain of two hand-overs in inline PTX: thread A stores to x and releases to B, which acquires
// and releases to C on another PE, which acquires and loads x. Arguments: whether A and B are in one
// block; on which PE x is; and of each hand-over how it is made and its scope.
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdlib.h>

#define BY_SCOPE(text, operands)                       \
  if (scope == 0) asm volatile(text(".cta") operands); \
  if (scope == 1) asm volatile(text(".gpu") operands); \
  if (scope == 2) asm volatile(text(".sys") operands);

#define RELEASE(s) "st.release" s ".global.s32 [%0], 1;"
#define ACQUIRE(s) "ld.acquire" s ".global.s32 %0, [%1];"
#define SET(s) "st.relaxed" s ".global.s32 [%0], 1;"
#define GET(s) "ld.relaxed" s ".global.s32 %0, [%1];"
#define ADD(s) "red.release" s ".global.add.s32 [%0], 1;"
#define ADD_NOTHING(s) "atom.acq_rel" s ".global.add.s32 %0, [%1], 0;"
#define BEFORE(s) "fence.release" s ";"
#define AFTER(s) "fence.acquire" s ";"
#define FULL(s) "fence.acq_rel" s ";"

__device__ void release(int *flag, int how, int scope) {
  if (how == 0) { BY_SCOPE(RELEASE, ::"l"(flag) : "memory") }
  if (how == 1) {
    BY_SCOPE(BEFORE, ::: "memory")
    BY_SCOPE(SET, ::"l"(flag) : "memory")
  }
  if (how == 2) { BY_SCOPE(ADD, ::"l"(flag) : "memory") }
  if (how == 3) {
    BY_SCOPE(FULL, ::: "memory")
    BY_SCOPE(SET, ::"l"(flag) : "memory")
  }
}

__device__ void acquire(int *flag, int how, int scope) {
  int v = 0;
  while (!v) {
    if (how == 0) { BY_SCOPE(ACQUIRE, : "=r"(v) : "l"(flag) : "memory") }
    if (how == 1 || how == 3) { BY_SCOPE(GET, : "=r"(v) : "l"(flag) : "memory") }
    if (how == 2) { BY_SCOPE(ADD_NOTHING, : "=r"(v) : "l"(flag) : "memory") }
  }
  if (how == 1) { BY_SCOPE(AFTER, ::: "memory") }
  if (how == 3) { BY_SCOPE(FULL, ::: "memory") }
}

__global__ void run(int me, int *x, int *first, int *second, int how1, int scope1, int how2,
                    int scope2) {
  int thread = blockIdx.x + threadIdx.x;
  if (me == 0 && thread == 0) {
    *x = 1;
    release(first, how1, scope1);
  }
  if (me == 0 && thread == 1) {
    acquire(first, how1, scope1);
    release(second, how2, scope2);
  }
  if (me == 1 && thread == 0) {
    acquire(second, how2, scope2);
    if (*x != 1) __trap();
  }
}

int main(int argc, char **argv) {
  nvshmem_init();
  int *words = (int *)nvshmem_calloc(3, sizeof(int));
  int *x = (int *)nvshmem_ptr(words, atoi(argv[2])), *first = (int *)nvshmem_ptr(words + 1, 0);
  int *second = (int *)nvshmem_ptr(words + 2, 1);
  int together = atoi(argv[1]);
  nvshmem_barrier_all();
  run<<<together ? 1 : 2, together ? 2 : 1>>>(nvshmem_my_pe(), x, first, second, atoi(argv[3]),
                                              atoi(argv[4]), atoi(argv[5]), atoi(argv[6]));
  cudaDeviceSynchronize();
  nvshmem_barrier_all();
  nvshmem_free(words);
  nvshmem_finalize();
}
