// Atomics between two PEs: one thread's latency, and the bandwidth of a grid whose threads update
// words side by side.
//
//   atomics [atomic_latency|atomic_bw] [options of perftest.cuh]
//
// Those that fetch wait for the value; the others are completed by a quiet after each one in the test
// of latency, and by one at the end in that of bandwidth. The operation is the type of a row.
#include "perftest.cuh"

enum Operation { INC, ADD, AND, OR, XOR, SET, SWAP, FETCH_INC, FETCH_ADD, COMPARE_SWAP, OPERATIONS };
static const char *const operation_names[] = {"inc", "add",       "and",       "or",          "xor",
                                              "set", "swap",      "fetch_inc", "fetch_add",   "compare_swap"};

template <int OPERATION>
__device__ static inline void atomic(uint64_t *word, uint64_t value, int peer) {
  switch (OPERATION) {
    case INC: nvshmem_uint64_atomic_inc(word, peer); break;
    case ADD: nvshmem_uint64_atomic_add(word, value, peer); break;
    case AND: nvshmem_uint64_atomic_and(word, value, peer); break;
    case OR: nvshmem_uint64_atomic_or(word, value, peer); break;
    case XOR: nvshmem_uint64_atomic_xor(word, value, peer); break;
    case SET: nvshmem_uint64_atomic_set(word, value, peer); break;
    case SWAP: (void) nvshmem_uint64_atomic_swap(word, value, peer); break;
    case FETCH_INC: (void) nvshmem_uint64_atomic_fetch_inc(word, peer); break;
    case FETCH_ADD: (void) nvshmem_uint64_atomic_fetch_add(word, value, peer); break;
    case COMPARE_SWAP: (void) nvshmem_uint64_atomic_compare_swap(word, value - 1, value, peer); break;
  }
}

template <int OPERATION>
__global__ void one_after_another(uint64_t *word, int peer, int iterations) {
  for (int i = 0; i < iterations; i++) {
    atomic<OPERATION>(word, i + 1, peer);
    if (OPERATION < SWAP) {
      nvshmem_quiet();
    }
  }
  if (OPERATION >= SWAP) {
    nvshmem_quiet();
  }
}

template <int OPERATION>
__global__ void side_by_side(uint64_t *data, volatile unsigned *counters, long long count, int peer, int iterations) {
  const long long threads = (long long) gridDim.x * blockDim.x;
  const long long thread = blockIdx.x * (long long) blockDim.x + threadIdx.x;
  int round = 0;
  for (; round < iterations; round++) {
    long long first = 0;
    for (; first < count - threads; first += threads) {
      atomic<OPERATION>(data + first + thread, round + 1, peer);
      __syncthreads();
    }
    if (first + thread < count) {
      atomic<OPERATION>(data + first + thread, round + 1, peer);
    }
    grid_barrier(counters, round + 1, false);
  }
  grid_barrier(counters, round + 1, true);
}

template <int OPERATION> static const void *kernel_as(bool bandwidth) {
  return bandwidth ? (const void *) side_by_side<OPERATION> : (const void *) one_after_another<OPERATION>;
}

static const void *kernel_of(int operation, bool bandwidth) {
  switch (operation) {
    case INC: return kernel_as<INC>(bandwidth);
    case ADD: return kernel_as<ADD>(bandwidth);
    case AND: return kernel_as<AND>(bandwidth);
    case OR: return kernel_as<OR>(bandwidth);
    case XOR: return kernel_as<XOR>(bandwidth);
    case SET: return kernel_as<SET>(bandwidth);
    case SWAP: return kernel_as<SWAP>(bandwidth);
    case FETCH_INC: return kernel_as<FETCH_INC>(bandwidth);
    case FETCH_ADD: return kernel_as<FETCH_ADD>(bandwidth);
    default: return kernel_as<COMPARE_SWAP>(bandwidth);
  }
}

// How many words of PE 1 do not hold what so many increments make of zero; only inc is checked.
static int wrong_counts(const uint64_t *data, size_t count, uint64_t expected) {
  size_t some = count < 4096 ? count : 4096;
  uint64_t *host = (uint64_t *) malloc(some * sizeof(uint64_t));
  int wrong = 0;
  CUDA(cudaMemcpy(host, data, some * sizeof(uint64_t), cudaMemcpyDeviceToHost));
  for (size_t i = 0; i < some; i++) {
    wrong += host[i] != expected;
  }
  free(host);
  return wrong;
}

static void measure(const Job *job, uint64_t *data, int operation, bool bandwidth, int blocks, int threads,
                    int iterations) {
  Series series = begin_series(bandwidth ? "atomic_bw" : "atomic_latency", operation_names[operation], "None",
                               blocks, threads, iterations, bandwidth ? "BW" : "latency",
                               bandwidth ? "GB/sec" : "us");
  const void *kernel = kernel_of(operation, bandwidth);
  size_t begin = bandwidth && job->options.begin > 8 ? job->options.begin : 8;
  size_t end = bandwidth ? job->options.end : 8;
  for (size_t bytes = begin; bytes <= end; bytes *= job->options.factor) {
    long long count = bytes / sizeof(uint64_t);
    int warmup = job->options.warmup, peer = job->peer, wrong = 0;
    float ms[MOST_TIMES] = {0};
    uint64_t *buffer = data;
    unsigned *counters = job->counters;
    void *bw_before[] = {&buffer, &counters, &count, &peer, &warmup};
    void *bw_timed[] = {&buffer, &counters, &count, &peer, &iterations};
    void *one_before[] = {&buffer, &peer, &warmup};
    void *one_timed[] = {&buffer, &peer, &iterations};
    CUDA(cudaMemset(data, 0, bytes));
    CUDA(cudaDeviceSynchronize());
    nvshmem_barrier_all();
    if (job->pe == 0) {
      plain_loop(job, kernel, blocks, threads, bandwidth ? bw_before : one_before);
      for (int i = 0; i < job->options.times; i++) {
        ms[i] = plain_loop(job, kernel, blocks, threads, bandwidth ? bw_timed : one_timed);
      }
    }
    nvshmem_barrier_all();
    if (job->pe == 1 && operation == INC) {
      wrong = wrong_counts(data, count, warmup + (uint64_t) job->options.times * iterations);
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
  uint64_t *data = (uint64_t *) symmetric(o->end < 8 ? 8 : o->end);
  for (int operation = 0; operation < OPERATIONS; operation++) {
    for (int n = 0; n < o->iterations.count; n++) {
      if (chosen(&job, "atomic_latency")) {
        measure(&job, data, operation, false, 1, 1, o->iterations.at[n]);
      }
      if (!chosen(&job, "atomic_bw")) {
        continue;
      }
      for (int c = 0; c < o->blocks.count; c++) {
        for (int t = 0; t < o->threads.count; t++) {
          measure(&job, data, operation, true, o->blocks.at[c], o->threads.at[t], o->iterations.at[n]);
        }
      }
    }
  }
  nvshmem_free(data);
  end_job(&job);
  return 0;
}
