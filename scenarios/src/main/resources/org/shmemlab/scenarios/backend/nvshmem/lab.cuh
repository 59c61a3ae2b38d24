// How the agents of a litmus test run on GPUs: many instances at once, each on words of its own.
//
// A launch runs LANES instances side by side; a lane goes from one instance to the next, and before
// each its agents meet, on all PEs, so that they begin at about the same time. An agent is one
// thread: of a block of its own, or of a warp of its own where agents share a block. All words of a
// lane's instances lie in slots of the symmetric heap that a permutation spreads over memory.
#ifndef LAB_CUH
#define LAB_CUH

#include <nvshmem.h>
#include <nvshmemx.h>

#include "lab_report.h"

#define LAB_SLOT 1024   // bytes of a word's slot: room for padding, then the word
#define LAB_PAD 512     // bytes of padding at most
#define LAB_NEVER 0x7ddd // no test waits for this value

// One launch, as every agent sees it.
typedef struct {
  char *heap;         // symmetric: words x chunk slots
  uint64_t *met;      // symmetric: lanes x agents, the last round each agent has reached
  long long *seen;    // symmetric: seen x chunk, the values that the agents of this PE saw
  long long *late;    // symmetric: chunk, nonzero where a wait of this PE did not end
  uint64_t *scratch;  // symmetric: for the stress
  int *ended;         // agents of this PE that are done
  uint64_t epoch;     // rounds of all launches before this
  uint64_t seed;
  uint64_t spread;    // odd: where the slots lie
  int chunk;          // instances at most, a power of two
  int rounds, lanes;  // instances = rounds x lanes
  int crowd;          // lanes whose agents are threads of one warp
  int agents;         // of the test, on all PEs
  int here;           // of the test, on this PE
  int blocks;         // of the agents on this PE
  int pes, pe;
  int pad;            // bytes that a put or get moves before the word
  int words;          // of the test
  int warm;           // whether the SM's L1 cache holds all words before an instance begins
  unsigned delay;     // cycles at most before an agent's first statement
  unsigned patience;  // nanoseconds that a wait may take
} lab_run;

// One agent in one instance.
typedef struct {
  const lab_run *run;
  int instance;
  unsigned long long deadline;
} lab_instance;

__device__ static inline unsigned long long lab_now() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

__host__ __device__ static inline size_t lab_slot(const lab_run *r, int word, int instance) {
  uint64_t place = ((uint64_t) instance * r->spread + (uint64_t) word * 977) & (r->chunk - 1);
  return ((size_t) word * r->chunk + place) * LAB_SLOT + LAB_PAD;
}

template <typename T>
__host__ __device__ static inline T &lab_word(const lab_instance &lab, int word) {
  return *(T *) (lab.run->heap + lab_slot(lab.run, word, lab.instance));
}

__device__ static inline void lab_keep(const lab_instance &lab, int seen, long long value) {
  lab.run->seen[(size_t) seen * lab.run->chunk + lab.instance] = value;
}

// The same for a host, whose instances are few.
static inline void lab_keep_host(const lab_instance &lab, int seen, long long value) {
  cudaMemcpy(lab.run->seen + (size_t) seen * lab.run->chunk + lab.instance, &value, sizeof value,
             cudaMemcpyHostToDevice);
}

__device__ static inline void lab_late(const lab_instance &lab) {
  lab.run->late[lab.instance] = 1;
}

// Whether a loop may go on.
__device__ static inline bool lab_patient(const lab_instance &lab) {
  if (lab_now() < lab.deadline) {
    return true;
  }
  lab_late(lab);
  return false;
}

template <typename T> __device__ static inline bool lab_met(T value, int comparison, T with) {
  switch (comparison) {
    case NVSHMEM_CMP_EQ: return value == with;
    case NVSHMEM_CMP_NE: return value != with;
    case NVSHMEM_CMP_GT: return value > with;
    case NVSHMEM_CMP_LE: return value <= with;
    case NVSHMEM_CMP_LT: return value < with;
    default: return value >= with;
  }
}

// A wait with a bound: polls as the library does; after a successful poll is the library's own
// wait, with a condition that holds.
template <typename T>
__device__ static inline bool lab_poll(const lab_instance &lab, T *word, int comparison, T with) {
  while (!lab_met<T>(*(volatile T *) word, comparison, with)) {
    if (!lab_patient(lab)) {
      return false;
    }
  }
  return true;
}

#define LAB_WAIT(T, wait, word, comparison, with) \
  (lab_poll<T>(lab, (T *) (word), comparison, (T) (with)) ? \
       (void) wait(word, NVSHMEM_CMP_NE, (T) LAB_NEVER) : (void) 0)

#define LAB_WAIT_ANY(test, words, count, status, comparison, with) \
  ([&]() -> size_t { \
    size_t which; \
    while ((which = test(words, count, status, comparison, with)) == SIZE_MAX && \
           lab_patient(lab)) { \
    } \
    return which == SIZE_MAX ? 0 : which; \
  }())

// Elements of padding for a transfer between two whole words.
__host__ __device__ static inline size_t lab_padding(const lab_instance &lab, const void *one,
                                                     const void *other, size_t bytes) {
  size_t first = (size_t) ((const char *) one - lab.run->heap);
  size_t second = (size_t) ((const char *) other - lab.run->heap);
  return first % LAB_SLOT == LAB_PAD && second % LAB_SLOT == LAB_PAD ? lab.run->pad / bytes : 0;
}

__device__ static inline void lab_pause(unsigned cycles) {
  long long begin = clock64();
  while (clock64() - begin < cycles) {
  }
}

// All agents of a lane, on all PEs, begin a round together.
__device__ static inline void lab_meet(const lab_run &r, int lane, int agent, uint64_t round) {
  uint64_t *met = r.met + (size_t) lane * r.agents;
  for (int pe = 0; pe < r.pes; pe++) {
    nvshmemx_signal_op(met + agent, round, NVSHMEM_SIGNAL_SET, pe);
  }
  for (int other = 0; other < r.agents; other++) {
    nvshmem_signal_wait_until(met + other, NVSHMEM_CMP_GE, round);
  }
}

// Loads all words, here and on other PEs, as a program does that has used them before: lines in
// the L1 cache of an SM stay there when a remote store arrives, until a fence empties it.
__device__ static inline void lab_warm(const lab_run &r, int instance) {
  uint64_t sum = 0;
  for (int word = 0; word < r.words; word++) {
    char *at = r.heap + lab_slot(&r, word, instance);
    for (int pe = 0; pe < r.pes; pe++) {
      const char *there = (const char *) nvshmem_ptr(at, pe);
      if (there) {
        uint64_t value;
        asm volatile("ld.global.ca.u64 %0, [%1];" : "=l"(value) : "l"(there));
        sum = lab_mix(sum, value);
      }
    }
  }
  if (sum == LAB_NEVER) { // never, and the assembler does not know it: the loads stay
    r.scratch[0] = sum;
  }
}

// An agent's way through its lane.
template <void (*BODY)(lab_instance &)>
__device__ static void lab_agent(const lab_run &r, int lane, int agent) {
  for (int round = 0; round < r.rounds; round++) {
    lab_instance lab;
    lab.run = &r;
    lab.instance = lane * r.rounds + round;
    if (r.warm) {
      lab_warm(r, lab.instance);
    }
    lab_meet(r, lane, agent, r.epoch + round + 1);
    lab_pause((unsigned) (lab_mix(r.seed + lab.instance, agent) % (r.delay + 1)));
    lab.deadline = lab_now() + r.patience;
    BODY(lab);
  }
  nvshmem_quiet();
  __threadfence();
  atomicAdd(r.ended, 1);
}

// Traffic concurrent with the test: loads and remote stores, until the agents of this PE are done.
__device__ static void lab_stress(const lab_run &r) {
  uint64_t at = lab_mix(r.seed, blockIdx.x * 1024 + threadIdx.x);
  uint64_t sum = 0;
  while (*(volatile int *) r.ended < r.here * r.lanes) {
    at = lab_mix(at, sum & 1);
    uint64_t *place = r.scratch + (at & 0xffff);
    if (at >> 63) {
      nvshmem_uint64_p(place, at, (r.pe + 1) % r.pes);
    } else {
      sum += *(volatile uint64_t *) place;
    }
  }
}

typedef struct lab_code {
  const void *kernel;            // __global__ void (lab_run), or NULL where only hosts act
  void (*host)(int pe, lab_instance &); // the part of the hosts before it, or NULL
  int agents;                    // on all PEs
  int most_here;                 // on the PE that has most
  const int *here;               // by PE
  int shared_block;              // agents of a PE are warps of one block
  int one_lane;                  // collective calls: one instance at a time
} lab_code;

#endif
