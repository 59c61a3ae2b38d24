// Collectives of all PEs, called again and again by one kernel: by one thread, one warp, or a block.
//
//   collectives [barrier|barrier_all|sync|sync_all|bcast|fcollect|alltoall|reduction|reducescatter]
//               [options of perftest.cuh]
//
// Blocks have -t threads for every scope, up to 256 where one thread or a warp calls. A size is that of all PEs for fcollect, alltoall and
// reducescatter, and that of one for bcast and reduction; one thread has up to 511 elements, a warp up
// to 4,095, as in NVSHMEM's tests.
#include "perftest.cuh"

enum Test { A_BARRIER, A_BARRIER_ALL, A_SYNC, A_SYNC_ALL, A_BCAST, A_FCOLLECT, A_ALLTOALL, A_REDUCTION, A_REDUCESCATTER, A_TESTS };
static const char *const test_names[] = {"barrier",  "barrier_all", "sync",      "sync_all",     "bcast",
                                         "fcollect", "alltoall",    "reduction", "reducescatter"};

#define BY_SCOPE(SCOPE, THREAD_CALL, WARP_CALL, BLOCK_CALL) \
  if (SCOPE == THREAD) {                                    \
    THREAD_CALL;                                            \
  } else if (SCOPE == WARP) {                               \
    WARP_CALL;                                              \
  } else {                                                  \
    BLOCK_CALL;                                             \
  }

template <int TEST, int SCOPE> __device__ static inline void meet() {
  const nvshmem_team_t team = NVSHMEM_TEAM_WORLD;
  switch (TEST) {
    case A_BARRIER:
      BY_SCOPE(SCOPE, nvshmem_barrier(team), nvshmemx_barrier_warp(team), nvshmemx_barrier_block(team))
      break;
    case A_BARRIER_ALL:
      BY_SCOPE(SCOPE, nvshmem_barrier_all(), nvshmemx_barrier_all_warp(), nvshmemx_barrier_all_block())
      break;
    case A_SYNC:
      BY_SCOPE(SCOPE, nvshmem_team_sync(team), nvshmemx_team_sync_warp(team), nvshmemx_team_sync_block(team))
      break;
    default: BY_SCOPE(SCOPE, nvshmem_sync_all(), nvshmemx_sync_all_warp(), nvshmemx_sync_all_block()) break;
  }
}

#define OF_TYPE(NAME, TYPE)                                                                             \
  template <int TEST, int SCOPE>                                                                        \
  __device__ static inline void exchange(TYPE *to, const TYPE *from, size_t count) {                    \
    const nvshmem_team_t team = NVSHMEM_TEAM_WORLD;                                                     \
    switch (TEST) {                                                                                     \
      case A_BCAST:                                                                                       \
        BY_SCOPE(SCOPE, nvshmem_##NAME##_broadcast(team, to, from, count, 0),                           \
                 nvshmemx_##NAME##_broadcast_warp(team, to, from, count, 0),                            \
                 nvshmemx_##NAME##_broadcast_block(team, to, from, count, 0))                           \
        break;                                                                                          \
      case A_FCOLLECT:                                                                                    \
        BY_SCOPE(SCOPE, nvshmem_##NAME##_fcollect(team, to, from, count),                               \
                 nvshmemx_##NAME##_fcollect_warp(team, to, from, count),                                \
                 nvshmemx_##NAME##_fcollect_block(team, to, from, count))                               \
        break;                                                                                          \
      case A_ALLTOALL:                                                                                    \
        BY_SCOPE(SCOPE, nvshmem_##NAME##_alltoall(team, to, from, count),                               \
                 nvshmemx_##NAME##_alltoall_warp(team, to, from, count),                                \
                 nvshmemx_##NAME##_alltoall_block(team, to, from, count))                               \
        break;                                                                                          \
      case A_REDUCTION:                                                                                   \
        BY_SCOPE(SCOPE, nvshmem_##NAME##_sum_reduce(team, to, from, count),                             \
                 nvshmemx_##NAME##_sum_reduce_warp(team, to, from, count),                              \
                 nvshmemx_##NAME##_sum_reduce_block(team, to, from, count))                             \
        break;                                                                                          \
      default:                                                                                          \
        BY_SCOPE(SCOPE, nvshmem_##NAME##_sum_reducescatter(team, to, from, count),                      \
                 nvshmemx_##NAME##_sum_reducescatter_warp(team, to, from, count),                       \
                 nvshmemx_##NAME##_sum_reducescatter_block(team, to, from, count))                      \
        break;                                                                                          \
    }                                                                                                   \
  }
OF_TYPE(int32, int32_t)
OF_TYPE(int64, int64_t)

template <int SCOPE> __device__ static inline bool takes_part() {
  return blockIdx.x == 0 && (SCOPE == BLOCK || threadIdx.x < (SCOPE == WARP ? 32 : 1));
}

// Blocks of more threads than this take kernels with fewer registers: others could not be launched.
static const int USUAL_THREADS = 256, MOST_THREADS = 1024;

template <int TEST, int SCOPE, int MOST> __global__ void __launch_bounds__(MOST) meetings(int iterations) {
  if (takes_part<SCOPE>()) {
    for (int i = 0; i < iterations; i++) {
      meet<TEST, SCOPE>();
    }
  }
}

template <int TEST, int SCOPE, int MOST, typename T>
__global__ void __launch_bounds__(MOST) exchanges(T *to, const T *from, size_t count, int iterations) {
  if (takes_part<SCOPE>()) {
    for (int i = 0; i < iterations; i++) {
      exchange<TEST, SCOPE>(to, from, count);
    }
  }
}

// Element i that a PE holds for a PE, small enough to be added up.
template <typename T> __host__ __device__ static T element(int of, int to, size_t i) {
  return (T) (i % 1021 + 7 * of + 13 * to);
}

template <typename T> __global__ void fill_elements(T *from, size_t count, int parts, int me) {
  for (size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x; i < count * parts; i += (size_t) gridDim.x * blockDim.x) {
    from[i] = element<T>(me, (int) (i / count), i % count);
  }
}

template <int TEST, typename T>
__global__ void check_elements(const T *to, size_t count, int pes, int me, unsigned *wrong) {
  const size_t parts = TEST == A_FCOLLECT || TEST == A_ALLTOALL ? pes : 1;
  for (size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x; i < count * parts; i += (size_t) gridDim.x * blockDim.x) {
    const int part = (int) (i / count);
    const size_t at = i % count;
    T expected = 0;
    if (TEST == A_BCAST) {
      expected = element<T>(0, 0, at);
    } else if (TEST == A_FCOLLECT) {
      expected = element<T>(part, 0, at);
    } else if (TEST == A_ALLTOALL) {
      expected = element<T>(part, me, at);
    } else {
      for (int pe = 0; pe < pes; pe++) {
        expected += element<T>(pe, TEST == A_REDUCTION ? 0 : me, at);
      }
    }
    if (to[i] != expected) {
      atomicAdd(wrong, 1u);
    }
  }
}

template <int TEST> static const void *meetings_of(int scope, int threads) {
  return scope == THREAD          ? (const void *) meetings<TEST, THREAD, USUAL_THREADS>
         : scope == WARP          ? (const void *) meetings<TEST, WARP, USUAL_THREADS>
         : threads > USUAL_THREADS ? (const void *) meetings<TEST, BLOCK, MOST_THREADS>
                                  : (const void *) meetings<TEST, BLOCK, USUAL_THREADS>;
}

static void loops(const Job *job, const void *kernel, int threads, void **before, void **timed, float *ms) {
  nvshmem_barrier_all();
  collective_loop(job, kernel, 1, threads, before);
  for (int i = 0; i < job->options.times; i++) {
    nvshmem_barrier_all();
    ms[i] = collective_loop(job, kernel, 1, threads, timed);
  }
  nvshmem_barrier_all();
}

static void measure_meeting(const Job *job, int test, int scope, int threads, int iterations) {
  Series series = begin_series(test_names[test], "None", scope_names[scope], 1, threads, iterations, "latency", "us");
  const void *kernel = test == A_BARRIER       ? meetings_of<A_BARRIER>(scope, threads)
                       : test == A_BARRIER_ALL ? meetings_of<A_BARRIER_ALL>(scope, threads)
                       : test == A_SYNC        ? meetings_of<A_SYNC>(scope, threads)
                                             : meetings_of<A_SYNC_ALL>(scope, threads);
  int warmup = job->options.warmup;
  float ms[MOST_TIMES] = {0};
  void *before[] = {&warmup}, *timed[] = {&iterations};
  loops(job, kernel, threads, before, timed, ms);
  add_row(job, &series, threads, ms, 0); // as in NVSHMEM's tests, the size is the number of threads
  print_series(job, &series);
}

template <int TEST, typename T>
static void measure_exchange(const Job *job, T *to, T *from, const char *type, int scope, int threads, int iterations) {
  Series series = begin_series(test_names[TEST], type, scope_names[scope], 1, threads, iterations, "latency", "us");
  const void *kernel = scope == THREAD           ? (const void *) exchanges<TEST, THREAD, USUAL_THREADS, T>
                       : scope == WARP           ? (const void *) exchanges<TEST, WARP, USUAL_THREADS, T>
                       : threads > USUAL_THREADS ? (const void *) exchanges<TEST, BLOCK, MOST_THREADS, T>
                                                 : (const void *) exchanges<TEST, BLOCK, USUAL_THREADS, T>;
  const int parts = TEST == A_BCAST || TEST == A_REDUCTION ? 1 : job->pes;
  const size_t most = scope == THREAD ? 511 : scope == WARP ? 4095 : (size_t) -1;
  // A reducescatter asserts that its scratch memory (NVSHMEM_REDUCE_SCRATCH_SIZE, 512K) holds it twice.
  const size_t end = TEST == A_REDUCESCATTER && job->options.end > (256 << 10) ? 256 << 10 : job->options.end;
  size_t count = job->options.begin / (sizeof(T) * parts);
  for (count = count < 1 ? 1 : count; count <= most && count * parts * sizeof(T) <= end;
       count *= job->options.factor) {
    int warmup = job->options.warmup;
    unsigned wrong = 0;
    float ms[MOST_TIMES] = {0};
    T *target = to, *source = from;
    void *before[] = {&target, &source, &count, &warmup};
    void *timed[] = {&target, &source, &count, &iterations};
    fill_elements<T><<<64, 256>>>(from, count, parts, job->pe);
    CUDA(cudaMemset(to, 0xff, count * parts * sizeof(T)));
    CUDA(cudaMemset(job->wrong, 0, sizeof(unsigned)));
    CUDA(cudaDeviceSynchronize());
    loops(job, kernel, threads, before, timed, ms);
    check_elements<TEST, T><<<64, 256>>>(to, count, job->pes, job->pe, job->wrong);
    CUDA(cudaMemcpy(&wrong, job->wrong, sizeof wrong, cudaMemcpyDeviceToHost));
    add_row(job, &series, count * parts * sizeof(T), ms, (int) wrong);
    if (!all_go_on(job, job->options.limit_ms == 0 || ms[0] < job->options.limit_ms)) {
      break;
    }
  }
  print_series(job, &series);
}

template <int TEST>
static void measure_types(const Job *job, void *to, void *from, int scope, int threads, int iterations) {
  measure_exchange<TEST>(job, (int32_t *) to, (int32_t *) from, "int32", scope, threads, iterations);
  measure_exchange<TEST>(job, (int64_t *) to, (int64_t *) from, "int64", scope, threads, iterations);
}

int main(int argc, char **argv) {
  Job job = begin_job(argc, argv);
  const Options *o = &job.options;
  void *to = symmetric(o->end < 64 ? 64 : o->end);
  void *from = symmetric(o->end < 64 ? 64 : o->end);
  for (int test = 0; test < A_TESTS; test++) {
    if (!chosen(&job, test_names[test])) {
      continue;
    }
    for (int n = 0; n < o->iterations.count; n++) {
      for (int s = 0; s < o->scopes.count; s++) {
        for (int t = 0; t < o->threads.count; t++) {
          int scope = o->scopes.at[s], threads = o->threads.at[t], iterations = o->iterations.at[n];
          if ((scope == WARP && threads < 32) || (scope != BLOCK && threads > USUAL_THREADS)) {
            continue;
          }
          switch (test) {
            case A_BCAST: measure_types<A_BCAST>(&job, to, from, scope, threads, iterations); break;
            case A_FCOLLECT: measure_types<A_FCOLLECT>(&job, to, from, scope, threads, iterations); break;
            case A_ALLTOALL: measure_types<A_ALLTOALL>(&job, to, from, scope, threads, iterations); break;
            case A_REDUCTION: measure_types<A_REDUCTION>(&job, to, from, scope, threads, iterations); break;
            case A_REDUCESCATTER: measure_types<A_REDUCESCATTER>(&job, to, from, scope, threads, iterations); break;
            default: measure_meeting(&job, test, scope, threads, iterations); break;
          }
        }
      }
    }
  }
  nvshmem_free(from);
  nvshmem_free(to);
  end_job(&job);
  return 0;
}
