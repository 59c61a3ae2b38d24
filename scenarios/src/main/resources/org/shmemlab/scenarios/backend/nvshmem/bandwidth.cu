// Bandwidth, message rate, and the effect of two transfers on each other.
#include "measure.cuh"

// Every block moves its share of the bytes, once per iteration, by one call of the scope: of its
// first thread, of its first warp, or of all its threads.
template <bool PUT, int SCOPE> __global__ void move(m_args a) {
  size_t share = a.bytes / gridDim.x, at = share * blockIdx.x;
  for (int i = 0; i < a.iterations; i++) {
    char *target = a.target + at, *source = a.source + at;
    if (PUT) {
      if (SCOPE == THREAD) {
        nvshmem_putmem_nbi(target, source, share, a.peer);
      } else if (SCOPE == WARP) {
        nvshmemx_putmem_nbi_warp(target, source, share, a.peer);
      } else {
        nvshmemx_putmem_nbi_block(target, source, share, a.peer);
      }
    } else {
      if (SCOPE == THREAD) {
        nvshmem_getmem_nbi(target, source, share, a.peer);
      } else if (SCOPE == WARP) {
        nvshmemx_getmem_nbi_warp(target, source, share, a.peer);
      } else {
        nvshmemx_getmem_nbi_block(target, source, share, a.peer);
      }
    }
  }
  m_together<SCOPE>();
  if (threadIdx.x == 0) {
    nvshmem_quiet();
  }
}

// All threads of all blocks: one small operation after another, each to a word of its own.
template <int WHAT> __global__ void rate(m_args a) {
  uint64_t *mine = (uint64_t *) a.target + (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  for (int i = 0; i < a.iterations; i++) {
    switch (WHAT) {
      case 0: nvshmem_uint64_p(mine, i, a.peer); break;
      case 1: nvshmem_uint64_atomic_add(mine, 1, a.peer); break;
      case 2: nvshmem_uint64_atomic_add((uint64_t *) a.target, 1, a.peer); break;
      case 3: m_arrived(nvshmem_uint64_atomic_fetch_add(mine, 1, a.peer)); break;
      default: m_arrived(nvshmem_uint64_g(mine, a.peer)); break;
    }
  }
  nvshmem_quiet();
}

template <bool PUT, int SCOPE> static void start(m_job *job, m_args a, int blocks) {
  move<PUT, SCOPE><<<blocks, scope_threads[SCOPE], 0, job->stream>>>(a);
}

static void start(m_job *job, bool put, int scope, m_args a, int blocks) {
  switch (scope * 2 + put) {
    case 0: start<false, THREAD>(job, a, blocks); break;
    case 1: start<true, THREAD>(job, a, blocks); break;
    case 2: start<false, WARP>(job, a, blocks); break;
    case 3: start<true, WARP>(job, a, blocks); break;
    case 4: start<false, BLOCK>(job, a, blocks); break;
    default: start<true, BLOCK>(job, a, blocks); break;
  }
}

// Nanoseconds between two events around a launch.
template <class LAUNCH> static double timed(m_job *job, LAUNCH launch) {
  cudaEvent_t begin, end;
  float ms = 0;
  CUDA(cudaEventCreate(&begin));
  CUDA(cudaEventCreate(&end));
  CUDA(cudaEventRecord(begin, job->stream));
  launch();
  CUDA(cudaEventRecord(end, job->stream));
  CUDA(cudaEventSynchronize(end));
  CUDA(cudaEventElapsedTime(&ms, begin, end));
  CUDA(cudaEventDestroy(begin));
  CUDA(cudaEventDestroy(end));
  return ms * 1e6;
}

// Iterations for about this many nanoseconds; one is timed first, which also warms up.
template <class LAUNCH> static int enough(double wanted, double *one, LAUNCH launch) {
  *one = launch(1);
  if (*one < 5e6) {
    double several = launch(8) / 8;
    *one = several < *one ? several : *one;
  }
  double n = wanted / (*one > 1 ? *one : 1);
  return n < 1 ? 1 : n > 20000 ? 20000 : (int) n;
}

static void transfer(m_job *job, bool put, int scope, int blocks, bool *too_slow, size_t bytes) {
  m_row row = {put ? "put_nbi" : "get_nbi", "stream of transfers", scope_names[scope], bytes, 1, blocks,
               scope_threads[scope], 0, 1, job->pes};
  auto launch = [&](int iterations) {
    m_args a = m_arguments(job, bytes, 1, iterations);
    return timed(job, [&] { start(job, put, scope, a, blocks); });
  };
  double one;
  int iterations = enough(1e6, &one, launch);
  row.count = iterations;
  for (int repetition = 0; repetition < REPETITIONS; repetition++) {
    double ns = launch(iterations) / iterations;
    m_write(job, &row, repetition, &ns, 1);
  }
  *too_slow = one > 2e7; // 20 ms for one: larger ones are not tried
}

void m_bandwidth(m_job *job) {
  static const int grids[] = {1, 2, 4, 8, 16, 32, 64, 132};
  for (int scope = BLOCK; scope >= THREAD; scope--) {
    for (int blocks : grids) {
      if (!m_go_on(job)) {
        return;
      }
      for (int put = 0; put < 2 && job->pe == 0; put++) {
        bool too_slow = false;
        for (size_t bytes = 4; bytes <= BUFFER_BYTES && !too_slow; bytes *= 4) {
          // Shares are whole words, and whole cache lines where they are larger.
          size_t unit = (bytes >= (size_t) 128 * blocks ? 128 : 4) * (size_t) blocks;
          if (bytes >= unit) {
            transfer(job, put, scope, blocks, &too_slow, bytes / unit * unit);
          }
        }
      }
      nvshmem_barrier_all();
    }
  }
}

template <int WHAT> static void rates(m_job *job, const char *name, const char *how) {
  static const int grids[][2] = {{1, 1}, {1, 32}, {1, 256}, {8, 256}, {32, 256}, {132, 256}, {132, 1024}};
  for (const int *grid : grids) {
    int threads = grid[0] * grid[1];
    m_row row = {name, how, "thread", 8, 0, grid[0], grid[1], 0, 1, job->pes};
    auto launch = [&](int iterations) {
      m_args a = m_arguments(job, 8, 1, iterations);
      return timed(job, [&] { rate<WHAT><<<grid[0], grid[1], 0, job->stream>>>(a); });
    };
    double one;
    int iterations = enough(2e6, &one, launch);
    row.count = (long) iterations * threads;
    for (int repetition = 0; repetition < REPETITIONS; repetition++) {
      double ns = launch(iterations) / iterations / threads;
      m_write(job, &row, repetition, &ns, 1);
    }
  }
}

void m_rate(m_job *job) {
  if (job->pe == 0) {
    rates<0>(job, "p", "rate, a word each");
    rates<1>(job, "atomic_add", "rate, a word each");
    rates<2>(job, "atomic_add", "rate, one word for all");
    rates<3>(job, "atomic_fetch_add", "rate, a word each");
    rates<4>(job, "g", "rate, a word each");
  }
  nvshmem_barrier_all();
}

// All PEs with a partner move at the same time; PE 0 writes the times of each of them.
static void together(m_job *job, const char *name, const int *partner, bool put, size_t bytes, int blocks) {
  for (int repetition = 0; repetition < REPETITIONS; repetition++) {
    int mine = partner[job->pe], iterations = (int) (((size_t) 2 << 30) / bytes);
    double ns = 0;
    for (int warm = 1; warm >= 0; warm--) {
      m_args a = m_arguments(job, bytes, mine, warm ? 2 : iterations);
      nvshmem_barrier_all();
      if (mine >= 0) {
        ns = timed(job, [&] { start(job, put, BLOCK, a, blocks); }) / a.iterations;
      }
      nvshmem_barrier_all();
    }
    nvshmem_double_p(job->figures + job->pe, ns, 0);
    nvshmem_barrier_all();
    if (job->pe == 0) {
      double all[64];
      CUDA(cudaMemcpy(all, job->figures, sizeof *all * job->pes, cudaMemcpyDeviceToHost));
      for (int pe = 0; pe < job->pes; pe++) {
        if (partner[pe] >= 0) {
          m_row row = {put ? "put_nbi" : "get_nbi", name, "block", bytes, iterations, blocks,
                       scope_threads[BLOCK], pe, partner[pe], job->pes};
          m_write(job, &row, repetition, &all[pe], 1);
        }
      }
    }
    nvshmem_barrier_all();
  }
}

void m_interference(m_job *job) {
  static const size_t sizes[] = {1 << 20, 64 << 20};
  int patterns[6][4] = {{1, -1, -1, -1}, {1, 0, -1, -1}, {-1, -1, 3, -1}, {1, -1, 3, -1}, {2, 2, -1, -1},
                        {1, 0, 3, 2}};
  static const char *const names[] = {"pair alone", "both directions", "other pair alone", "two pairs",
                                      "two to one", "two pairs, both directions"};
  for (int pattern = 0; pattern < (job->pes >= 4 ? 6 : 2); pattern++) {
    int partner[64];
    for (int pe = 0; pe < 64; pe++) {
      partner[pe] = pe < 4 ? patterns[pattern][pe] : -1;
    }
    for (size_t bytes : sizes) {
      for (int blocks = 8; blocks <= 128; blocks *= 4) {
        for (int put = 0; put < 2; put++) {
          if (!m_go_on(job)) {
            return;
          }
          together(job, names[pattern], partner, put, bytes, blocks);
        }
      }
    }
  }
}
