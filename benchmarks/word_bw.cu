// Bandwidth of p, g and plain stores between two PEs: every thread moves words, adjacent threads
// adjacent words, two in a row before the block meets; the blocks meet after each pass.
//
//   word_bw [p_bw|g_bw|st_bw] [options of perftest.cuh]
#include "perftest.cuh"

enum Way { P, G, STORE };
static const char *const way_names[] = {"p_bw", "g_bw", "st_bw"};

#define WORD(NAME, TYPE)                                                        \
  __device__ static inline void put_word(TYPE *to, TYPE value, int peer) {      \
    nvshmem_##NAME##_p(to, value, peer);                                        \
  }                                                                             \
  __device__ static inline TYPE get_word(const TYPE *from, int peer) {          \
    return nvshmem_##NAME##_g(from, peer);                                      \
  }
WORD(int, int)
WORD(double, double)

template <int WAY, typename T>
__device__ static inline void move(T *data, T *direct, size_t i, int peer) {
  if (WAY == P) {
    put_word(data + i, data[i], peer);
  } else if (WAY == G) {
    data[i] = get_word(data + i, peer);
  } else {
    direct[i] = data[i];
  }
}

template <int WAY, typename T>
__global__ void words(T *data, volatile unsigned *counters, long long count, int peer, int iterations) {
  const long long threads = (long long) gridDim.x * blockDim.x;
  const long long thread = blockIdx.x * (long long) blockDim.x + threadIdx.x;
  T *direct = WAY == STORE ? (T *) nvshmem_ptr(data, peer) : NULL;
  int round = 0;
  for (; round < iterations; round++) {
    long long first = 0;
    for (; first < count - 2 * threads; first += 2 * threads) {
      move<WAY>(data, direct, first + thread, peer);
      move<WAY>(data, direct, first + threads + thread, peer);
      __syncthreads();
    }
    if (first + thread < count) {
      move<WAY>(data, direct, first + thread, peer);
    }
    if (first + threads + thread < count) {
      move<WAY>(data, direct, first + threads + thread, peer);
    }
    grid_barrier(counters, round + 1, false);
  }
  grid_barrier(counters, round + 1, WAY != G);
}

template <typename T>
static void measure(const Job *job, T *data, const char *type, int way, int blocks, int threads, int iterations) {
  Series series = begin_series(way_names[way], type, "thread", blocks, threads, iterations, "BW", "GB/sec");
  const void *kernel = way == P   ? (const void *) words<P, T>
                       : way == G ? (const void *) words<G, T>
                                  : (const void *) words<STORE, T>;
  const bool get = way == G;
  for (size_t bytes = job->options.begin; bytes <= job->options.end; bytes *= job->options.factor) {
    long long count = bytes / sizeof(T);
    int warmup = job->options.warmup, peer = job->peer, wrong = 0;
    unsigned seed = (unsigned) bytes + blocks * 7 + threads;
    float ms[MOST_TIMES] = {0};
    T *buffer = data;
    unsigned *counters = job->counters;
    void *before[] = {&buffer, &counters, &count, &peer, &warmup};
    void *timed[] = {&buffer, &counters, &count, &peer, &iterations};
    if ((job->pe == 0) != get) {
      fill(data, bytes, seed);
    } else {
      CUDA(cudaMemset(data, 0, bytes));
      CUDA(cudaDeviceSynchronize());
    }
    nvshmem_barrier_all();
    if (job->pe == 0) {
      plain_loop(job, kernel, blocks, threads, before);
      for (int i = 0; i < job->options.times; i++) {
        ms[i] = plain_loop(job, kernel, blocks, threads, timed);
      }
    }
    nvshmem_barrier_all();
    if ((job->pe == 0) == get) {
      wrong = wrong_words(job, data, count * sizeof(T), seed);
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
  void *data = symmetric(o->end < 8 ? 8 : o->end);
  for (int way = P; way <= STORE; way++) {
    if (!chosen(&job, way_names[way])) {
      continue;
    }
    for (int n = 0; n < o->iterations.count; n++) {
      for (int c = 0; c < o->blocks.count; c++) {
        for (int t = 0; t < o->threads.count; t++) {
          measure(&job, (int *) data, "int", way, o->blocks.at[c], o->threads.at[t], o->iterations.at[n]);
          measure(&job, (double *) data, "double", way, o->blocks.at[c], o->threads.at[t], o->iterations.at[n]);
        }
      }
    }
  }
  nvshmem_free(data);
  end_job(&job);
  return 0;
}
