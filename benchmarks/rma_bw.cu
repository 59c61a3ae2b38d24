// Bandwidth of put and get between two PEs: all blocks of a grid copy their shares of a buffer, meet,
// and do so again; the last quiet is part of the loop.
//
//   rma_bw [put_bw|get_bw] [options of perftest.cuh]
//
// A share is a whole number of doubles, so small sizes move less than they print, as in NVSHMEM's
// shmem_put_bw and shmem_get_bw, which have block scope alone.
#include "perftest.cuh"

template <int SCOPE, bool GET>
__global__ void copy_shares(double *data, volatile unsigned *counters, size_t elements, int peer,
                            int iterations) {
  const size_t callers = SCOPE == BLOCK  ? gridDim.x
                         : SCOPE == WARP ? gridDim.x * ((blockDim.x + 31) / 32)
                                         : gridDim.x * (size_t) blockDim.x;
  const size_t caller = SCOPE == BLOCK  ? blockIdx.x
                        : SCOPE == WARP ? blockIdx.x * ((blockDim.x + 31) / 32) + threadIdx.x / 32
                                        : blockIdx.x * (size_t) blockDim.x + threadIdx.x;
  const size_t share = elements / callers;
  double *mine = data + caller * share;
  int round = 0;
  for (; round < iterations; round++) {
    if (SCOPE == BLOCK) {
      if (GET) {
        nvshmemx_double_get_nbi_block(mine, mine, share, peer);
      } else {
        nvshmemx_double_put_nbi_block(mine, mine, share, peer);
      }
    } else if (SCOPE == WARP) {
      if (GET) {
        nvshmemx_double_get_nbi_warp(mine, mine, share, peer);
      } else {
        nvshmemx_double_put_nbi_warp(mine, mine, share, peer);
      }
    } else {
      if (GET) {
        nvshmem_double_get_nbi(mine, mine, share, peer);
      } else {
        nvshmem_double_put_nbi(mine, mine, share, peer);
      }
    }
    grid_barrier(counters, round + 1, false);
  }
  grid_barrier(counters, round + 1, true);
}

static const void *kernel_of(int scope, bool get) {
  switch (scope) {
    case THREAD: return get ? (const void *) copy_shares<THREAD, true> : (const void *) copy_shares<THREAD, false>;
    case WARP: return get ? (const void *) copy_shares<WARP, true> : (const void *) copy_shares<WARP, false>;
    default: return get ? (const void *) copy_shares<BLOCK, true> : (const void *) copy_shares<BLOCK, false>;
  }
}

static size_t callers_of(int scope, int blocks, int threads) {
  return scope == BLOCK ? blocks : scope == WARP ? (size_t) blocks * ((threads + 31) / 32) : (size_t) blocks * threads;
}

static void measure(const Job *job, double *data, bool get, int scope, int blocks, int threads, int iterations) {
  Series series = begin_series(get ? "get_bw" : "put_bw", "double", scope_names[scope], blocks, threads,
                               iterations, "BW", "GB/sec");
  const void *kernel = kernel_of(scope, get);
  for (size_t bytes = job->options.begin; bytes <= job->options.end; bytes *= job->options.factor) {
    size_t elements = bytes / sizeof(double);
    size_t callers = callers_of(scope, blocks, threads);
    size_t moved = elements / callers * callers * sizeof(double);
    int warmup = job->options.warmup, peer = job->peer, wrong = 0;
    unsigned seed = (unsigned) bytes + blocks * 7 + threads;
    float ms[MOST_TIMES] = {0};
    double *buffer = data;
    unsigned *counters = job->counters;
    void *before[] = {&buffer, &counters, &elements, &peer, &warmup};
    void *timed[] = {&buffer, &counters, &elements, &peer, &iterations};
    // PE 0 puts what it has filled, or gets what PE 1 has.
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
      wrong = wrong_words(job, data, moved, seed);
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
  double *data = (double *) symmetric(o->end < 8 ? 8 : o->end);
  for (int get = 0; get < 2; get++) {
    if (!chosen(&job, get ? "get_bw" : "put_bw")) {
      continue;
    }
    for (int n = 0; n < o->iterations.count; n++) {
      for (int s = 0; s < o->scopes.count; s++) {
        for (int c = 0; c < o->blocks.count; c++) {
          for (int t = 0; t < o->threads.count; t++) {
            if (o->scopes.at[s] != WARP || o->threads.at[t] % 32 == 0) {
              measure(&job, data, get, o->scopes.at[s], o->blocks.at[c], o->threads.at[t], o->iterations.at[n]);
            }
          }
        }
      }
    }
  }
  nvshmem_free(data);
  end_job(&job);
  return 0;
}
