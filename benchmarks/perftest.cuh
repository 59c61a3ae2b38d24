// Code shared by the benchmarks of this folder: options, the job, timed launches, checks, tables.
//
// The loops and their options are those of NVSHMEM's perftest, so that both print the same: a loop
// of -n operations runs in one kernel, or is issued by the host, between two events. Options take
// lists, and every combination is a series: one process measures them all.
//
//   -b BYTES  smallest size (4)              -n N,...  operations of a loop (10)
//   -e BYTES  largest size (4M)              -w N      operations of the loop before it (5)
//   -f F      factor between sizes (2)       -r N      how often each loop is timed (1)
//   -c N,...  blocks (32)                    -s S,...  thread, warp, block (all)
//   -t N,...  threads of a block (256)       -m MS     ends a series whose loop took longer (0: never)
//   -v        print a row of each loop, too: "row," and comma-separated values
//   -k        neither fill the buffers of host-issued tests nor check them
//
// A name in front of the options chooses one test of the program; without one it runs all.
#ifndef PERFTEST_CUH
#define PERFTEST_CUH

#include <nvshmem.h>
#include <nvshmemx.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CUDA(call)                                                                          \
  do {                                                                                      \
    cudaError_t status_ = (call);                                                           \
    if (status_ != cudaSuccess) {                                                           \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status_));      \
      exit(1);                                                                              \
    }                                                                                       \
  } while (0)

#define MOST_IN_LIST 16
#define MOST_ROWS 64
#define MOST_TIMES 32

enum Scope { THREAD, WARP, BLOCK };
static const char *const scope_names[] = {"thread", "warp", "block"};

struct List {
  int count;
  int at[MOST_IN_LIST];
};

struct Options {
  size_t begin, end, factor;
  List iterations, blocks, threads, scopes;
  int warmup, times;
  double limit_ms;
  const char *only; // the name of a test, or null
  bool rows, unchecked;
};

struct Job {
  int pe, pes, peer;
  Options options;
  cudaStream_t stream;
  cudaEvent_t start, stop;
  unsigned *counters; // of the barrier of a grid: arrived, rounds done
  unsigned *wrong;    // words that a check found wrong
  int *told;          // symmetric: the value that a PE publishes
};

// A table: one test for one scope, number of blocks and of threads.
struct Series {
  const char *test, *type, *scope;
  int blocks, threads, iterations;
  const char *column, *unit;
  int rows;
  size_t bytes[MOST_ROWS];
  double value[MOST_ROWS];
};

static size_t number_of_bytes(const char *text) {
  char *end;
  size_t value = strtoull(text, &end, 10);
  switch (*end) {
    case 'k': case 'K': return value << 10;
    case 'm': case 'M': return value << 20;
    case 'g': case 'G': return value << 30;
    default: return value;
  }
}

static List list_of(const char *text, const char *const *names, int count) {
  List list = {0, {0}};
  while (*text && list.count < MOST_IN_LIST) {
    char part[32];
    int length = 0;
    for (; *text && *text != ','; text++) {
      if (length < (int) sizeof part - 1) {
        part[length++] = *text;
      }
    }
    part[length] = 0;
    text += *text == ',';
    int value = names ? -1 : atoi(part);
    for (int i = 0; i < count; i++) {
      if (strcmp(part, names[i]) == 0) {
        value = i;
      }
    }
    if (value < 0) {
      fprintf(stderr, "'%s' is not one of those that -s knows: thread, warp, block\n", part);
      exit(2);
    }
    list.at[list.count++] = value;
  }
  return list;
}

static Options read_options(int argc, char **argv) {
  Options o;
  int option;
  o.begin = 4;
  o.end = 4 << 20;
  o.factor = 2;
  o.iterations = list_of("10", NULL, 0);
  o.blocks = list_of("32", NULL, 0);
  o.threads = list_of("256", NULL, 0);
  o.scopes = list_of("thread,warp,block", scope_names, 3);
  o.warmup = 5;
  o.times = 1;
  o.limit_ms = 0;
  o.only = NULL;
  o.rows = false;
  o.unchecked = false;
  while ((option = getopt(argc, argv, "b:e:f:n:w:r:c:t:s:m:vk")) != -1) {
    switch (option) {
      case 'b': o.begin = number_of_bytes(optarg); break;
      case 'e': o.end = number_of_bytes(optarg); break;
      case 'f': o.factor = number_of_bytes(optarg); break;
      case 'n': o.iterations = list_of(optarg, NULL, 0); break;
      case 'w': o.warmup = atoi(optarg); break;
      case 'r': o.times = atoi(optarg); break;
      case 'c': o.blocks = list_of(optarg, NULL, 0); break;
      case 't': o.threads = list_of(optarg, NULL, 0); break;
      case 's': o.scopes = list_of(optarg, scope_names, 3); break;
      case 'm': o.limit_ms = atof(optarg); break;
      case 'v': o.rows = true; break;
      case 'k': o.unchecked = true; break;
      default: exit(2);
    }
  }
  if (optind < argc) {
    o.only = argv[optind];
  }
  if (o.begin < 1 || o.begin > o.end || o.factor < 2 || o.times < 1 || o.times > MOST_TIMES) {
    fprintf(stderr, "-b is at least 1 and at most -e, -f at least 2, -r 1 to %d\n", MOST_TIMES);
    exit(2);
  }
  return o;
}

static Job begin_job(int argc, char **argv) {
  Job job;
  job.options = read_options(argc, argv);
  nvshmem_init();
  CUDA(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  job.pe = nvshmem_my_pe();
  job.pes = nvshmem_n_pes();
  job.peer = 1 - job.pe;
  CUDA(cudaStreamCreateWithFlags(&job.stream, cudaStreamNonBlocking));
  CUDA(cudaEventCreate(&job.start));
  CUDA(cudaEventCreate(&job.stop));
  CUDA(cudaMalloc((void **) &job.counters, 2 * sizeof(unsigned)));
  CUDA(cudaMalloc((void **) &job.wrong, sizeof(unsigned)));
  job.told = (int *) nvshmem_malloc(sizeof(int));
  return job;
}

static void need_two_pes(const Job *job) {
  if (job->pes != 2) {
    fprintf(stderr, "this benchmark takes exactly 2 PEs, not %d\n", job->pes);
    nvshmem_global_exit(2);
  }
}

static void end_job(Job *job) {
  nvshmem_free(job->told);
  CUDA(cudaFree(job->wrong));
  CUDA(cudaFree(job->counters));
  CUDA(cudaEventDestroy(job->stop));
  CUDA(cudaEventDestroy(job->start));
  CUDA(cudaStreamDestroy(job->stream));
  nvshmem_finalize();
}

static bool chosen(const Job *job, const char *test) {
  return !job->options.only || strcmp(job->options.only, test) == 0;
}

static void *symmetric(size_t bytes) {
  void *memory = nvshmem_malloc(bytes);
  if (!memory) {
    fprintf(stderr, "the symmetric heap is too small: NVSHMEM_SYMMETRIC_SIZE=1G\n");
    nvshmem_global_exit(1);
  }
  CUDA(cudaMemset(memory, 0, bytes));
  CUDA(cudaDeviceSynchronize());
  return memory;
}

static void tell(const Job *job, int value) {
  CUDA(cudaMemcpy(job->told, &value, sizeof value, cudaMemcpyHostToDevice));
  nvshmem_barrier_all();
}

// All PEs hear from PE 0 whether they go on.
static bool all_go_on(const Job *job, bool yes) {
  tell(job, yes);
  int told = nvshmem_int_g(job->told, 0);
  nvshmem_barrier_all();
  return told != 0;
}

// The mistakes that all PEs found; each of them calls this.
static int sum_of(const Job *job, int wrong) {
  int sum = 0;
  tell(job, wrong);
  for (int pe = 0; pe < job->pes; pe++) {
    sum += nvshmem_int_g(job->told, pe);
  }
  nvshmem_barrier_all();
  return sum;
}

// The time of one loop in milliseconds: a kernel between two events.
static float plain_loop(const Job *job, const void *kernel, int blocks, int threads, void **args) {
  float ms = 0;
  CUDA(cudaMemset(job->counters, 0, 2 * sizeof(unsigned)));
  CUDA(cudaEventRecord(job->start, 0));
  CUDA(cudaLaunchKernel(kernel, dim3(blocks), dim3(threads), args, 0, 0));
  CUDA(cudaEventRecord(job->stop, 0));
  CUDA(cudaEventSynchronize(job->stop));
  CUDA(cudaEventElapsedTime(&ms, job->start, job->stop));
  return ms;
}

// The same for a kernel whose PEs wait for each other.
static float collective_loop(const Job *job, const void *kernel, int blocks, int threads, void **args) {
  float ms = 0;
  CUDA(cudaEventRecord(job->start, job->stream));
  if (nvshmemx_collective_launch(kernel, dim3(blocks), dim3(threads), args, 0, job->stream) != 0) {
    fprintf(stderr, "nvshmemx_collective_launch failed: %d blocks, %d threads\n", blocks, threads);
    nvshmem_global_exit(1);
  }
  CUDA(cudaEventRecord(job->stop, job->stream));
  CUDA(cudaStreamSynchronize(job->stream));
  CUDA(cudaEventElapsedTime(&ms, job->start, job->stop));
  return ms;
}

static double median_of(float *ms, int count) {
  for (int i = 1; i < count; i++) {
    for (int j = i; j > 0 && ms[j - 1] > ms[j]; j--) {
      float other = ms[j];
      ms[j] = ms[j - 1];
      ms[j - 1] = other;
    }
  }
  return count % 2 ? ms[count / 2] : 0.5 * (ms[count / 2 - 1] + ms[count / 2]);
}

static Series begin_series(const char *test, const char *type, const char *scope, int blocks,
                           int threads, int iterations, const char *column, const char *unit) {
  Series series;
  memset(&series, 0, sizeof series);
  series.test = test;
  series.type = type;
  series.scope = scope;
  series.blocks = blocks;
  series.threads = threads;
  series.iterations = iterations;
  series.column = column;
  series.unit = unit;
  return series;
}

// Adds a row: the median of the loops is what the table prints, per operation or as bandwidth. All
// PEs call it, each with the wrong words that it found.
static void add_row(const Job *job, Series *series, size_t bytes, float *ms, int wrong) {
  wrong = sum_of(job, wrong);
  if (wrong > 0 && job->pe == 0) {
    fprintf(stderr, "%s %s, %zu bytes, %d blocks of %d threads: %d words are wrong\n", series->test,
            series->scope, bytes, series->blocks, series->threads, wrong);
  }
  double loop = median_of(ms, job->options.times);
  double us = loop * 1000 / series->iterations;
  double value = strcmp(series->unit, "us") == 0 ? us : (double) bytes / us / 1000;
  if (series->rows < MOST_ROWS) {
    series->bytes[series->rows] = bytes;
    series->value[series->rows++] = value;
  }
  if (job->options.rows && job->pe == 0) {
    printf("row,%s,%s,%s,%d,%d,%d,%zu,%d,%d,%d,%.3f,%.3f,%.3f,%.6f,%s,%d\n",
            series->test, series->type, series->scope, job->pes, series->blocks, series->threads,
            bytes, series->iterations, job->options.warmup, job->options.times, loop * 1000,
            ms[0] * 1000.0, ms[job->options.times - 1] * 1000.0, value, series->unit, wrong);
  }
}

static void print_series(const Job *job, const Series *series) {
  if (job->pe != 0) {
    return;
  }
  char column[64];
  snprintf(column, sizeof column, "%s (%s)", series->column, series->unit);
  printf("#%10s %s, %d blocks of %d threads, %d operations\n", series->test, series->type,
         series->blocks, series->threads, series->iterations);
  printf("%-10s  %-8s  %-16s\n", "size(B)", "scope", column);
  for (int i = 0; i < series->rows; i++) {
    printf("%-10zu  %-8s  %-16.6lf\n", series->bytes[i], series->scope, series->value[i]);
  }
  fflush(stdout);
}

// A word of the pattern that a check looks for; it differs from PE to PE and from place to place.
__host__ __device__ static inline unsigned pattern(size_t word, unsigned seed) {
  return (unsigned) (word * 2654435761u + seed * 40503u + 1);
}

__global__ void fill_words(unsigned *data, size_t words, unsigned seed) {
  for (size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x; i < words;
       i += (size_t) gridDim.x * blockDim.x) {
    data[i] = pattern(i, seed);
  }
}

__global__ void check_words(const unsigned *data, size_t words, unsigned seed, unsigned *wrong) {
  for (size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x; i < words;
       i += (size_t) gridDim.x * blockDim.x) {
    if (data[i] != pattern(i, seed)) {
      atomicAdd(wrong, 1u);
    }
  }
}

static void fill(void *data, size_t bytes, unsigned seed) {
  fill_words<<<64, 256>>>((unsigned *) data, bytes / sizeof(unsigned), seed);
  CUDA(cudaGetLastError());
  CUDA(cudaDeviceSynchronize());
}

// How many words are not as fill() leaves them.
static int wrong_words(const Job *job, const void *data, size_t bytes, unsigned seed) {
  unsigned wrong = 0;
  CUDA(cudaMemset(job->wrong, 0, sizeof(unsigned)));
  check_words<<<64, 256>>>((const unsigned *) data, bytes / sizeof(unsigned), seed, job->wrong);
  CUDA(cudaMemcpy(&wrong, job->wrong, sizeof wrong, cudaMemcpyDeviceToHost));
  return (int) wrong;
}

// All blocks of a grid meet; the last one to come may complete what all of them put. The counters
// are zero at the start of the kernel, rounds count from 1.
__device__ static inline void grid_barrier(volatile unsigned *counters, unsigned round, bool quiet) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    unsigned before = atomicAdd((unsigned *) counters, 1u);
    if (before == gridDim.x * round - 1) {
      if (quiet) {
        nvshmem_quiet();
      }
      counters[1] = round;
    }
    while (counters[1] != round) {
    }
  }
  __syncthreads();
}

#endif
