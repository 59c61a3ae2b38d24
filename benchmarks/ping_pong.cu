// Round trips between two PEs, which answer each other: one thread puts data and then a signal, both
// together, or a word alone, and waits for the answer.
//
//   ping_pong [put_ping_pong|put_signal_ping_pong|put_atomic_ping_pong|signal_ping_pong|p_ping_pong|
//              atomic_ping_pong] [options of perftest.cuh]
//
// The tests of a single word have one size. -s and -t are of put_signal_ping_pong, whose group of
// threads puts while the first of them waits; the default there is thread scope.
#include "perftest.cuh"

enum Test { PUT, PUT_SIGNAL, PUT_ATOMIC, SIGNAL, P, ATOMIC };
static const char *const test_names[] = {"put_ping_pong",    "put_signal_ping_pong", "put_atomic_ping_pong",
                                         "signal_ping_pong", "p_ping_pong",          "atomic_ping_pong"};

template <int TEST, int SCOPE>
__device__ static inline void send(int *data, uint64_t *flag, size_t count, uint64_t round, int peer) {
  switch (TEST) {
    case PUT:
      nvshmem_int_put_nbi(data, data, count, peer);
      nvshmem_fence();
      nvshmemx_signal_op(flag, round, NVSHMEM_SIGNAL_SET, peer);
      break;
    case PUT_SIGNAL:
      if (SCOPE == THREAD) {
        nvshmem_int_put_signal_nbi(data, data, count, flag, round, NVSHMEM_SIGNAL_SET, peer);
      } else if (SCOPE == WARP) {
        nvshmemx_int_put_signal_nbi_warp(data, data, count, flag, round, NVSHMEM_SIGNAL_SET, peer);
      } else {
        nvshmemx_int_put_signal_nbi_block(data, data, count, flag, round, NVSHMEM_SIGNAL_SET, peer);
      }
      break;
    case PUT_ATOMIC:
      nvshmem_int_put_nbi(data, data, count, peer);
      nvshmem_fence();
      nvshmem_uint64_atomic_inc(flag, peer);
      break;
    case SIGNAL: nvshmemx_signal_op(flag, round, NVSHMEM_SIGNAL_SET, peer); break;
    case P: nvshmem_uint64_p(flag, round, peer); break;
    case ATOMIC: nvshmem_uint64_atomic_inc(flag, peer); break;
  }
}

template <int TEST, int SCOPE>
__global__ void rounds(int *data, uint64_t *flag, size_t count, int pe, int iterations) {
  const int peer = 1 - pe;
  for (int i = 0; i < iterations; i++) {
    if (pe == 0) {
      send<TEST, SCOPE>(data, flag, count, i + 1, peer);
    }
    if (threadIdx.x == 0) {
      nvshmem_uint64_wait_until(flag, NVSHMEM_CMP_EQ, i + 1);
    }
    if (SCOPE == BLOCK) {
      __syncthreads();
    } else if (SCOPE == WARP) {
      __syncwarp();
    }
    if (pe == 1) {
      send<TEST, SCOPE>(data, flag, count, i + 1, peer);
    }
  }
  nvshmem_quiet();
}

static const void *kernel_of(int test, int scope) {
  switch (test) {
    case PUT: return (const void *) rounds<PUT, THREAD>;
    case PUT_ATOMIC: return (const void *) rounds<PUT_ATOMIC, THREAD>;
    case SIGNAL: return (const void *) rounds<SIGNAL, THREAD>;
    case P: return (const void *) rounds<P, THREAD>;
    case ATOMIC: return (const void *) rounds<ATOMIC, THREAD>;
    default:
      return scope == THREAD ? (const void *) rounds<PUT_SIGNAL, THREAD>
             : scope == WARP ? (const void *) rounds<PUT_SIGNAL, WARP>
                             : (const void *) rounds<PUT_SIGNAL, BLOCK>;
  }
}

static void reset(uint64_t *flag) {
  CUDA(cudaMemset(flag, 0, sizeof *flag));
  CUDA(cudaDeviceSynchronize());
  nvshmem_barrier_all();
}

static void measure(const Job *job, int *data, uint64_t *flag, int test, int scope, int threads, int iterations) {
  const char *named = test == PUT_SIGNAL ? scope_names[scope] : "None";
  Series series = begin_series(test_names[test], test < SIGNAL ? "int" : "uint64", named, 1, threads,
                               iterations, "latency", "us");
  const void *kernel = kernel_of(test, scope);
  size_t begin = test < SIGNAL ? job->options.begin : sizeof(uint64_t);
  size_t end = test < SIGNAL ? job->options.end : sizeof(uint64_t);
  for (size_t bytes = begin; bytes <= end; bytes *= job->options.factor) {
    size_t count = bytes / sizeof(int);
    int pe = job->pe, warmup = job->options.warmup, wrong = 0;
    unsigned seed = (unsigned) bytes + threads;
    float ms[MOST_TIMES] = {0};
    int *buffer = data;
    uint64_t *word = flag;
    void *before[] = {&buffer, &word, &count, &pe, &warmup};
    void *timed[] = {&buffer, &word, &count, &pe, &iterations};
    if (pe == 0) {
      fill(data, bytes, seed);
    } else {
      CUDA(cudaMemset(data, 0, bytes));
    }
    reset(flag);
    collective_loop(job, kernel, 1, threads, before);
    for (int i = 0; i < job->options.times; i++) {
      reset(flag);
      ms[i] = collective_loop(job, kernel, 1, threads, timed);
    }
    nvshmem_barrier_all();
    if (pe == 1 && test < SIGNAL) {
      wrong = wrong_words(job, data, count * sizeof(int), seed);
    }
    add_row(job, &series, bytes, ms, wrong);
    if (!all_go_on(job, job->options.limit_ms == 0 || ms[0] < job->options.limit_ms)) {
      break;
    }
  }
  print_series(job, &series);
}

int main(int argc, char **argv) {
  Job job = begin_job(argc, argv);
  const Options *o = &job.options;
  need_two_pes(&job);
  int *data = (int *) symmetric(o->end < 8 ? 8 : o->end);
  uint64_t *flag = (uint64_t *) symmetric(sizeof(uint64_t));
  for (int test = PUT; test <= ATOMIC; test++) {
    if (!chosen(&job, test_names[test])) {
      continue;
    }
    for (int n = 0; n < o->iterations.count; n++) {
      for (int s = 0; s < (test == PUT_SIGNAL ? o->scopes.count : 1); s++) {
        int scope = test == PUT_SIGNAL ? o->scopes.at[s] : THREAD;
        for (int t = 0; t < (scope == BLOCK ? o->threads.count : 1); t++) {
          int threads = scope == THREAD ? 1 : scope == WARP ? 32 : o->threads.at[t];
          measure(&job, data, flag, test, scope, threads, o->iterations.at[n]);
        }
      }
    }
  }
  nvshmem_free(flag);
  nvshmem_free(data);
  end_job(&job);
  return 0;
}
