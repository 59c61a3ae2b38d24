// run: -n 2
// Whether a call that fetches is over when it returns: PE 0 updates or reads a word of PE 1 and then stores a
// flag there; PE 1 sees the flag and looks at the word, or writes to it.
#include <nvshmem.h>
#include <nvshmemx.h>

#include <stdio.h>

#ifndef ROUNDS
#define ROUNDS 200000
#endif
#define STRIDE 64  // words: each round has lines of its own
#define FLAGS 1024 // used in turns

enum Way { UNREAD, READ_BEHIND, READ_BEFORE, FENCE_BETWEEN, G_READ_BEHIND, G_READ_BEFORE, WAYS };
static const char *const ways[] = {
    "fetch_add whose value nobody reads",   "fetch_add whose value is read behind the flag",
    "fetch_add whose value is read before", "fetch_add whose value nobody reads, and a fence",
    "g whose value is read behind the flag", "g whose value is read before"};

static __device__ unsigned long long look(const uint64_t *word) {
  unsigned long long value;
  asm volatile("ld.relaxed.sys.u64 %0, [%1];" : "=l"(value) : "l"(word) : "memory");
  return value;
}

__global__ void rounds(int way, uint64_t *word, uint64_t *flag, unsigned long long *result) {
  unsigned long long early = 0, begin = clock64();
  for (long i = 0; i < ROUNDS; i++) {
    uint64_t *mine = word + (i * 7919) % ROUNDS * STRIDE;
    uint64_t *turn = flag + i % FLAGS * 4;
    uint64_t value = 0;
    if (nvshmem_my_pe() == 0) {
      switch (way) {
        case UNREAD: (void)nvshmem_uint64_atomic_fetch_add(mine, 1, 1); break;
        case FENCE_BETWEEN:
          (void)nvshmem_uint64_atomic_fetch_add(mine, 1, 1);
          nvshmem_fence();
          break;
        case READ_BEHIND: value = nvshmem_uint64_atomic_fetch_add(mine, 1, 1); break;
        case READ_BEFORE:
          value = nvshmem_uint64_atomic_fetch_add(mine, 1, 1);
          if (value > 1) __trap();
          break;
        case G_READ_BEHIND: value = nvshmem_uint64_g(mine, 1); break;
        case G_READ_BEFORE:
          value = nvshmem_uint64_g(mine, 1);
          if (value > 1) __trap();
          break;
      }
      nvshmem_uint64_p(turn, i + 1, 1);
      early += value; // of g: what was written because of the flag
    } else {
      while (look(turn) < (unsigned long long)i + 1);
      if (way >= G_READ_BEHIND) *(volatile uint64_t *)mine = 1;
      else early += look(mine) == 0;
    }
  }
  result[0] = early;
  result[1] = (clock64() - begin) / ROUNDS;
}

int main() {
  nvshmem_init();
  int me = nvshmem_my_pe();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  unsigned long long *result;
  cudaMallocManaged(&result, 2 * sizeof *result);
  for (int way = 0; way < WAYS; way++) {
    uint64_t *word = (uint64_t *)nvshmem_calloc((size_t)ROUNDS * STRIDE, sizeof(uint64_t));
    uint64_t *flag = (uint64_t *)nvshmem_calloc(FLAGS * 4, sizeof(uint64_t));
    void *arguments[] = {&way, &word, &flag, &result};
    nvshmem_barrier_all();
    nvshmemx_collective_launch((void *)rounds, dim3(1), dim3(1), arguments, 0, 0);
    if (cudaDeviceSynchronize() != cudaSuccess) printf("failed\n");
    if (me == (way >= G_READ_BEHIND ? 0 : 1))
      printf("%s: the flag came first in %llu of %d rounds, %llu cycles a round\n", ways[way], result[0],
             ROUNDS, result[1]);
    fflush(stdout);
    nvshmem_barrier_all();
    nvshmem_free(flag);
    nvshmem_free(word);
  }
  nvshmem_finalize();
}
