// Costs of a loop that moves nothing: the launch of its kernel, plain or collective, and the barrier
// of its grid.
//
//   nothing [launch|collective_launch|grid_barrier|quiet|fence] [options of perftest.cuh]
#include "perftest.cuh"

enum Test { LAUNCH, COLLECTIVE_LAUNCH, GRID_BARRIER, QUIET, FENCE, TESTS };
static const char *const test_names[] = {"launch", "collective_launch", "grid_barrier", "quiet", "fence"};

__global__ void empty(volatile unsigned *counters, int iterations) {
  if (iterations < 0) {
    counters[0] = 1; // never
  }
}

__global__ void barriers(volatile unsigned *counters, int iterations) {
  for (int i = 0; i < iterations; i++) {
    grid_barrier(counters, i + 1, false);
  }
}

__global__ void quiets(volatile unsigned *counters, int iterations) {
  for (int i = 0; i < iterations; i++) {
    nvshmem_quiet();
  }
}

__global__ void fences(volatile unsigned *counters, int iterations) {
  for (int i = 0; i < iterations; i++) {
    nvshmem_fence();
  }
}

static void measure(const Job *job, int test, int blocks, int threads, int iterations) {
  Series series = begin_series(test_names[test], "None", "None", blocks, threads, iterations, "latency", "us");
  const void *kernel = test == GRID_BARRIER ? (const void *) barriers
                       : test == QUIET      ? (const void *) quiets
                       : test == FENCE      ? (const void *) fences
                                            : (const void *) empty;
  unsigned *counters = job->counters;
  void *args[] = {&counters, &iterations};
  float ms[MOST_TIMES] = {0};
  nvshmem_barrier_all();
  for (int i = -1; i < job->options.times; i++) {
    if (test == COLLECTIVE_LAUNCH) {
      nvshmem_barrier_all();
      ms[i < 0 ? 0 : i] = collective_loop(job, kernel, blocks, threads, args);
    } else if (job->pe == 0) {
      ms[i < 0 ? 0 : i] = plain_loop(job, kernel, blocks, threads, args);
    }
  }
  nvshmem_barrier_all();
  add_row(job, &series, 1, ms, 0);
  print_series(job, &series);
}

int main(int argc, char **argv) {
  Job job = begin_job(argc, argv);
  const Options *o = &job.options;
  for (int test = 0; test < TESTS; test++) {
    if (!chosen(&job, test_names[test])) {
      continue;
    }
    for (int n = 0; n < o->iterations.count; n++) {
      for (int c = 0; c < o->blocks.count; c++) {
        for (int t = 0; t < o->threads.count; t++) {
          measure(&job, test, o->blocks.at[c], o->threads.at[t], o->iterations.at[n]);
        }
      }
    }
  }
  end_job(&job);
  return 0;
}
