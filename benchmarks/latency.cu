// Latency between two PEs: one block issues a call and completes it, again and again.
//
//   latency [put_latency|get_latency|p_latency|g_latency] [options of perftest.cuh]
//
// Thread scope is a block of one thread and warp scope one of 32, whatever -t says. Many threads put
// words with p, or fetch words with g; a fetched word needs no quiet.
#include "perftest.cuh"

enum Test { PUT, GET, PUT_WORDS, GET_WORDS };
static const char *const test_names[] = {"put_latency", "get_latency", "p_latency", "g_latency"};

template <int SCOPE, bool GETS>
__global__ void copies(int *data, size_t count, int peer, int iterations) {
  for (int i = 0; i < iterations; i++) {
    if (SCOPE == THREAD) {
      if (GETS) {
        nvshmem_int_get_nbi(data, data, count, peer);
      } else {
        nvshmem_int_put_nbi(data, data, count, peer);
      }
      nvshmem_quiet();
    } else {
      if (SCOPE == WARP) {
        if (GETS) {
          nvshmemx_int_get_warp(data, data, count, peer);
        } else {
          nvshmemx_int_put_warp(data, data, count, peer);
        }
      } else {
        if (GETS) {
          nvshmemx_int_get_block(data, data, count, peer);
        } else {
          nvshmemx_int_put_block(data, data, count, peer);
        }
      }
      __syncthreads();
      if (threadIdx.x == 0) {
        nvshmem_quiet();
      }
      __syncthreads();
    }
  }
}

template <bool GETS>
__global__ void words(int *data, size_t count, int peer, int iterations) {
  for (int i = 0; i < iterations; i++) {
    for (size_t j = threadIdx.x; j < count; j += blockDim.x) {
      if (GETS) {
        data[j] = nvshmem_int_g(data + j, peer);
      } else {
        nvshmem_int_p(data + j, data[j], peer);
      }
    }
    __syncthreads();
    if (!GETS) {
      if (threadIdx.x == 0) {
        nvshmem_quiet();
      }
      __syncthreads();
    }
  }
}

static const void *kernel_of(int test, int scope) {
  switch (test) {
    case PUT_WORDS: return (const void *) words<false>;
    case GET_WORDS: return (const void *) words<true>;
    case PUT:
      return scope == THREAD ? (const void *) copies<THREAD, false>
             : scope == WARP ? (const void *) copies<WARP, false>
                             : (const void *) copies<BLOCK, false>;
    default:
      return scope == THREAD ? (const void *) copies<THREAD, true>
             : scope == WARP ? (const void *) copies<WARP, true>
                             : (const void *) copies<BLOCK, true>;
  }
}

static void measure(const Job *job, int *data, int test, int scope, int threads, int iterations) {
  const char *named = test == PUT || test == GET ? scope_names[scope] : "None";
  Series series = begin_series(test_names[test], "int", named, 1, threads, iterations, "latency", "us");
  const void *kernel = kernel_of(test, scope);
  const bool get = test == GET || test == GET_WORDS;
  for (size_t bytes = job->options.begin; bytes <= job->options.end; bytes *= job->options.factor) {
    size_t count = bytes / sizeof(int);
    int warmup = job->options.warmup, peer = job->peer, wrong = 0;
    unsigned seed = (unsigned) bytes + threads;
    float ms[MOST_TIMES] = {0};
    int *buffer = data;
    void *before[] = {&buffer, &count, &peer, &warmup};
    void *timed[] = {&buffer, &count, &peer, &iterations};
    if ((job->pe == 0) != get) {
      fill(data, bytes, seed);
    } else {
      CUDA(cudaMemset(data, 0, bytes));
      CUDA(cudaDeviceSynchronize());
    }
    nvshmem_barrier_all();
    if (job->pe == 0) {
      plain_loop(job, kernel, 1, threads, before);
      for (int i = 0; i < job->options.times; i++) {
        ms[i] = plain_loop(job, kernel, 1, threads, timed);
      }
    }
    nvshmem_barrier_all();
    if ((job->pe == 0) == get) {
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
  int *data = (int *) symmetric(o->end);
  for (int test = PUT; test <= GET_WORDS; test++) {
    if (!chosen(&job, test_names[test])) {
      continue;
    }
    for (int n = 0; n < o->iterations.count; n++) {
      if (test == PUT_WORDS || test == GET_WORDS) {
        for (int t = 0; t < o->threads.count; t++) {
          measure(&job, data, test, THREAD, o->threads.at[t], o->iterations.at[n]);
        }
        continue;
      }
      for (int s = 0; s < o->scopes.count; s++) {
        int scope = o->scopes.at[s];
        for (int t = 0; t < (scope == BLOCK ? o->threads.count : 1); t++) {
          int threads = scope == THREAD ? 1 : scope == WARP ? 32 : o->threads.at[t];
          measure(&job, data, test, scope, threads, o->iterations.at[n]);
        }
      }
    }
  }
  nvshmem_free(data);
  end_job(&job);
  return 0;
}
