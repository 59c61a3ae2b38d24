// Shared by the measurements: the job, rows of results, clocks.
//
// A row is one repetition: the median and the spread of its samples in nanoseconds. A sample is one
// operation where a kernel can time it by the clock of its multiprocessor, and otherwise a batch of
// operations between two events of the device, divided by their number.
#ifndef MEASURE_CUH
#define MEASURE_CUH

#include <nvshmem.h>
#include <nvshmemx.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CUDA(call)                                                                     \
  do {                                                                                 \
    cudaError_t m_status = (call);                                                     \
    if (m_status != cudaSuccess) {                                                     \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(m_status)); \
      nvshmem_global_exit(1);                                                          \
      exit(1);                                                                         \
    }                                                                                  \
  } while (0)

#define BUFFER_BYTES ((size_t) 64 << 20)
#define MOST_SAMPLES 2048
#define WARM_UP 20
#define REPETITIONS 3

enum scope { THREAD, WARP, BLOCK };
static const char *const scope_names[] = {"thread", "warp", "block"};
static const int scope_threads[] = {1, 32, 512};

typedef struct {
  int pe, pes;
  char *source, *target;   // symmetric, BUFFER_BYTES each
  uint64_t *flags;         // symmetric, 4096 words
  double *figures;         // symmetric, one per PE
  int *go_on;              // symmetric
  long long *samples;      // device, MOST_SAMPLES
  double mhz;              // clock of the multiprocessors, measured
  FILE *csv;               // on PE 0
  double begin, limit;     // seconds
  cudaStream_t stream;
} m_job;

// The arguments of an operation.
typedef struct {
  char *source, *target;
  uint64_t *flags;
  long long *samples;
  size_t bytes;
  int peer, iterations;
  uint64_t base; // flags of this launch lie above
} m_args;

// A row but for its samples.
typedef struct {
  const char *what;  // the operation
  const char *how;   // the part of it that is timed
  const char *scope;
  size_t bytes;
  long count;        // operations in flight, or calls in a batch
  int blocks, threads;
  int from, to;      // PEs; -1 for all
  int pes;           // that take part
} m_row;

static inline double m_seconds() {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

static int m_less(const void *a, const void *b) {
  double x = *(const double *) a, y = *(const double *) b;
  return x < y ? -1 : x > y;
}

// Writes a row: samples are nanoseconds, and are sorted here.
static inline void m_write(m_job *job, const m_row *row, int repetition, double *ns, int samples) {
  if (!job->csv || samples < 1) {
    return;
  }
  qsort(ns, samples, sizeof *ns, m_less);
  fprintf(job->csv, "%s,%s,%s,%zu,%ld,%d,%d,%d,%d,%d,%d,%d,%.2f,%.2f,%.2f,%.2f,%.2f,%.0f\n", row->what,
          row->how, row->scope, row->bytes, row->count, row->blocks, row->threads, row->from, row->to,
          row->pes, repetition, samples, ns[samples / 2], ns[0], ns[samples / 10],
          ns[samples - 1 - samples / 10], ns[samples - 1], job->mhz);
}

#define M_COLUMNS \
  "operation,timed,scope,bytes,count,blocks,threads,from,to,pes,repetition,samples,median_ns," \
  "min_ns,p10_ns,p90_ns,max_ns,sm_mhz\n"

// Writes a row from cycles that a kernel left in job->samples; divide is 2 for half a round trip.
static inline void m_cycles(m_job *job, const m_row *row, int repetition, int samples, double divide) {
  static long long cycles[MOST_SAMPLES];
  static double ns[MOST_SAMPLES];
  if (!job->csv) {
    return;
  }
  CUDA(cudaMemcpy(cycles, job->samples, sizeof *cycles * samples, cudaMemcpyDeviceToHost));
  for (int i = 0; i < samples; i++) {
    ns[i] = cycles[i] * 1000.0 / job->mhz / divide;
  }
  m_write(job, row, repetition, ns, samples);
}

// Asked by all PEs together before each group: whether there is time for it.
static inline bool m_go_on(m_job *job) {
  int yes = m_seconds() - job->begin < job->limit;
  if (job->pe == 0) {
    CUDA(cudaMemcpy(job->go_on, &yes, sizeof yes, cudaMemcpyHostToDevice));
  }
  nvshmem_barrier_all();
  yes = nvshmem_int_g(job->go_on, 0);
  nvshmem_barrier_all();
  if (!yes && job->csv) {
    fprintf(job->csv, "# stopped here: out of time\n");
  }
  return yes;
}

static inline m_args m_arguments(m_job *job, size_t bytes, int peer, int iterations) {
  static uint64_t base = 0;
  base += 1 << 20; // flags only grow, and no launch sees those of another
  m_args a = {job->source, job->target, job->flags, job->samples, bytes, peer, iterations, base};
  return a;
}

// The clock of the multiprocessor; memory operations stay on their side of it.
__device__ static inline long long m_clock() {
  long long now;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(now)::"memory");
  return now;
}

__device__ static inline unsigned long long m_global_ns() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now)::"memory");
  return now;
}

// Waits until a value has arrived: later instructions are issued after that.
__device__ static inline void m_arrived(uint64_t value) {
  if (value == 0xfedcba9876543210u) { // never
    asm volatile("trap;");
  }
}

template <int SCOPE> __device__ static inline void m_together() {
  if (SCOPE == WARP) {
    __syncwarp();
  } else if (SCOPE == BLOCK) {
    __syncthreads();
  }
}

void m_calibrate(m_job *job);
void m_latency(m_job *job);
void m_order(m_job *job);
void m_bandwidth(m_job *job);
void m_rate(m_job *job);
void m_interference(m_job *job);
void m_collectives(m_job *job);
void m_streams(m_job *job);

#endif
