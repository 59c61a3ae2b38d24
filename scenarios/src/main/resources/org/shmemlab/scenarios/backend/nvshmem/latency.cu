// Latency of single operations, and the cost of fence and quiet with operations in flight.
#include "measure.cuh"

// ---------------------------------------------------------------- operations

// Each: SCOPE is its callers, go() issues one, next to the flag value "turn" where it has a flag.
#define OPERATION(NAME, ITS_SCOPE, ...)                             \
  struct NAME {                                                     \
    static const int SCOPE = ITS_SCOPE;                             \
    __device__ static void go(const m_args &a, uint64_t turn) {     \
      uint64_t *flag = a.flags;                                     \
      (void) flag, (void) turn;                                     \
      __VA_ARGS__;                                                  \
    }                                                               \
  };

OPERATION(op_nothing, THREAD, (void) a)
OPERATION(op_p, THREAD, nvshmem_uint64_p((uint64_t *) a.target, turn, a.peer))
OPERATION(op_g, THREAD, m_arrived(nvshmem_uint64_g((uint64_t *) a.target, a.peer)))
OPERATION(op_amo_set, THREAD, nvshmem_uint64_atomic_set((uint64_t *) a.target, turn, a.peer))
OPERATION(op_amo_add, THREAD, nvshmem_uint64_atomic_add((uint64_t *) a.target, 1, a.peer))
OPERATION(op_amo_fetch, THREAD, m_arrived(nvshmem_uint64_atomic_fetch((uint64_t *) a.target, a.peer)))
OPERATION(op_amo_fetch_add, THREAD,
          m_arrived(nvshmem_uint64_atomic_fetch_add((uint64_t *) a.target, 1, a.peer)))
OPERATION(op_amo_compare_swap, THREAD,
          m_arrived(nvshmem_uint64_atomic_compare_swap((uint64_t *) a.target, 0, 0, a.peer)))
OPERATION(op_signal_set, THREAD, nvshmemx_signal_op(flag + 8, turn, NVSHMEM_SIGNAL_SET, a.peer))
OPERATION(op_signal_add, THREAD, nvshmemx_signal_op(flag + 8, 1, NVSHMEM_SIGNAL_ADD, a.peer))
OPERATION(op_put, THREAD, nvshmem_putmem(a.target, a.source, a.bytes, a.peer))
OPERATION(op_put_warp, WARP, nvshmemx_putmem_warp(a.target, a.source, a.bytes, a.peer))
OPERATION(op_put_block, BLOCK, nvshmemx_putmem_block(a.target, a.source, a.bytes, a.peer))
OPERATION(op_put_nbi, THREAD, nvshmem_putmem_nbi(a.target, a.source, a.bytes, a.peer))
OPERATION(op_put_nbi_warp, WARP, nvshmemx_putmem_nbi_warp(a.target, a.source, a.bytes, a.peer))
OPERATION(op_put_nbi_block, BLOCK, nvshmemx_putmem_nbi_block(a.target, a.source, a.bytes, a.peer))
OPERATION(op_get, THREAD, nvshmem_getmem(a.target, a.source, a.bytes, a.peer))
OPERATION(op_get_warp, WARP, nvshmemx_getmem_warp(a.target, a.source, a.bytes, a.peer))
OPERATION(op_get_block, BLOCK, nvshmemx_getmem_block(a.target, a.source, a.bytes, a.peer))
OPERATION(op_put_signal, THREAD,
          nvshmem_putmem_signal_nbi(a.target, a.source, a.bytes, flag, turn, NVSHMEM_SIGNAL_SET, a.peer))
OPERATION(op_put_signal_warp, WARP,
          nvshmemx_putmem_signal_nbi_warp(a.target, a.source, a.bytes, flag, turn, NVSHMEM_SIGNAL_SET,
                                          a.peer))
OPERATION(op_put_signal_block, BLOCK,
          nvshmemx_putmem_signal_nbi_block(a.target, a.source, a.bytes, flag, turn,
                                           NVSHMEM_SIGNAL_SET, a.peer))

// Flags for ping-pong.
OPERATION(flag_p, THREAD, nvshmem_uint64_p(flag, turn, a.peer))
OPERATION(flag_amo_set, THREAD, nvshmem_uint64_atomic_set(flag, turn, a.peer))
OPERATION(flag_signal_set, THREAD, nvshmemx_signal_op(flag, turn, NVSHMEM_SIGNAL_SET, a.peer))
OPERATION(flag_put_fence_p, THREAD, nvshmem_putmem_nbi(a.target, a.source, a.bytes, a.peer);
          nvshmem_fence(); nvshmem_uint64_p(flag, turn, a.peer))
OPERATION(flag_put_quiet_p, THREAD, nvshmem_putmem_nbi(a.target, a.source, a.bytes, a.peer);
          nvshmem_quiet(); nvshmem_uint64_p(flag, turn, a.peer))

// ---------------------------------------------------------------- kernels

// Times each operation until it returns to its caller; operations in flight are completed untimed.
template <class OP> __global__ void issue(m_args a) {
  for (int i = 0; i < a.iterations + WARM_UP; i++) {
    m_together<OP::SCOPE>();
    long long begin = m_clock();
    OP::go(a, a.base + i + 1);
    long long end = m_clock();
    if (threadIdx.x == 0) {
      nvshmem_quiet();
      if (i >= WARM_UP) {
        a.samples[i - WARM_UP] = end - begin;
      }
    }
  }
}

// Times each operation together with a quiet after it.
template <class OP> __global__ void complete(m_args a) {
  for (int i = 0; i < a.iterations + WARM_UP; i++) {
    m_together<OP::SCOPE>();
    long long begin = m_clock();
    OP::go(a, a.base + i + 1);
    m_together<OP::SCOPE>();
    if (threadIdx.x == 0) {
      nvshmem_quiet();
      long long end = m_clock();
      if (i >= WARM_UP) {
        a.samples[i - WARM_UP] = end - begin;
      }
    }
  }
}

// Two PEs answer each other; the first times the round trip.
template <class OP> __global__ void ping_pong(m_args a, int first) {
  for (int i = 0; i < a.iterations + WARM_UP; i++) {
    uint64_t turn = a.base + i + 1;
    m_together<OP::SCOPE>();
    long long begin = m_clock();
    if (first) {
      OP::go(a, turn);
    }
    if (threadIdx.x == 0) {
      nvshmem_uint64_wait_until(a.flags, NVSHMEM_CMP_GE, turn);
    }
    m_together<OP::SCOPE>();
    if (!first) {
      OP::go(a, turn);
    } else if (threadIdx.x == 0 && i >= WARM_UP) {
      a.samples[i - WARM_UP] = m_clock() - begin;
    }
  }
  if (threadIdx.x == 0) {
    nvshmem_quiet();
  }
}

// Issues "pending" puts by one thread to places of their own, then times a fence or a quiet.
template <bool QUIET> __global__ void order(m_args a, int pending) {
  for (int i = 0; i < a.iterations + WARM_UP; i++) {
    for (int k = 0; k < pending; k++) {
      nvshmem_putmem_nbi(a.target + k * a.bytes, a.source + k * a.bytes, a.bytes, a.peer);
    }
    long long begin = m_clock();
    if (QUIET) {
      nvshmem_quiet();
    } else {
      nvshmem_fence();
    }
    long long end = m_clock();
    nvshmem_quiet();
    if (i >= WARM_UP) {
      a.samples[i - WARM_UP] = end - begin;
    }
  }
}

// ---------------------------------------------------------------- schedules

static int iterations_for(size_t bytes) {
  return bytes <= 4096 ? 1000 : bytes <= 65536 ? 300 : 100;
}

template <class OP> static void one_sided(m_job *job, const char *name, size_t bytes, bool fetches) {
  int iterations = iterations_for(bytes), threads = scope_threads[OP::SCOPE];
  for (int way = fetches ? 1 : 0; way < 2; way++) {
    m_row row = {name, fetches ? "until the value is there" : way ? "with quiet" : "issue",
                 scope_names[OP::SCOPE], bytes, 1, 1, threads, 0, 1, job->pes};
    for (int repetition = 0; repetition < REPETITIONS; repetition++) {
      m_args a = m_arguments(job, bytes, 1, iterations);
      nvshmem_barrier_all();
      if (job->pe == 0) {
        if (way && !fetches) {
          complete<OP><<<1, threads, 0, job->stream>>>(a);
        } else {
          issue<OP><<<1, threads, 0, job->stream>>>(a);
        }
        CUDA(cudaStreamSynchronize(job->stream));
        m_cycles(job, &row, repetition, iterations, 1);
      }
      nvshmem_barrier_all();
    }
  }
}

template <class OP> static void answering(m_job *job, const char *name, size_t bytes, int partner) {
  int iterations = iterations_for(bytes), threads = scope_threads[OP::SCOPE];
  m_row row = {name, "half a round trip", scope_names[OP::SCOPE], bytes, 1, 1, threads, 0, partner,
               job->pes};
  for (int repetition = 0; repetition < REPETITIONS; repetition++) {
    m_args a = m_arguments(job, bytes, job->pe == 0 ? partner : 0, iterations);
    nvshmem_barrier_all();
    if (job->pe == 0 || job->pe == partner) {
      ping_pong<OP><<<1, threads, 0, job->stream>>>(a, job->pe == 0);
      CUDA(cudaStreamSynchronize(job->stream));
      m_cycles(job, &row, repetition, iterations, 2);
    }
    nvshmem_barrier_all();
  }
}

void m_latency(m_job *job) {
  one_sided<op_nothing>(job, "nothing", 0, false);
  one_sided<op_p>(job, "p", 8, false);
  one_sided<op_g>(job, "g", 8, true);
  one_sided<op_amo_set>(job, "atomic_set", 8, false);
  one_sided<op_amo_add>(job, "atomic_add", 8, false);
  one_sided<op_amo_fetch>(job, "atomic_fetch", 8, true);
  one_sided<op_amo_fetch_add>(job, "atomic_fetch_add", 8, true);
  one_sided<op_amo_compare_swap>(job, "atomic_compare_swap", 8, true);
  one_sided<op_signal_set>(job, "signal_set", 8, false);
  one_sided<op_signal_add>(job, "signal_add", 8, false);
  for (size_t bytes = 4; bytes <= 4096; bytes *= 4) {
    one_sided<op_put>(job, "put", bytes, false);
    one_sided<op_put_nbi>(job, "put_nbi", bytes, false);
    one_sided<op_get>(job, "get", bytes, true);
    one_sided<op_put_signal>(job, "put_signal_nbi", bytes, false);
  }
  for (size_t bytes = 4; bytes <= 65536; bytes *= 4) {
    one_sided<op_put_warp>(job, "put", bytes, false);
    one_sided<op_put_nbi_warp>(job, "put_nbi", bytes, false);
    one_sided<op_get_warp>(job, "get", bytes, true);
    one_sided<op_put_signal_warp>(job, "put_signal_nbi", bytes, false);
  }
  for (size_t bytes = 4; bytes <= (1 << 20); bytes *= 4) {
    one_sided<op_put_block>(job, "put", bytes, false);
    one_sided<op_put_nbi_block>(job, "put_nbi", bytes, false);
    one_sided<op_get_block>(job, "get", bytes, true);
    one_sided<op_put_signal_block>(job, "put_signal_nbi", bytes, false);
  }
  for (int partner = 1; partner < job->pes; partner++) {
    answering<flag_p>(job, "p", 8, partner);
    answering<flag_amo_set>(job, "atomic_set", 8, partner);
    answering<flag_signal_set>(job, "signal_set", 8, partner);
    answering<op_put_signal>(job, "put_signal_nbi", 8, partner);
  }
  for (size_t bytes = 8; bytes <= 4096; bytes *= 8) {
    answering<flag_put_fence_p>(job, "put_nbi+fence+p", bytes, 1);
    answering<flag_put_quiet_p>(job, "put_nbi+quiet+p", bytes, 1);
    answering<op_put_signal>(job, "put_signal_nbi", bytes, 1);
  }
  for (size_t bytes = 8; bytes <= (1 << 20); bytes *= 8) {
    answering<op_put_signal_warp>(job, "put_signal_nbi", bytes < 65536 ? bytes : 65536, 1);
    answering<op_put_signal_block>(job, "put_signal_nbi", bytes, 1);
  }
}

void m_order(m_job *job) {
  static const int pending[] = {0, 1, 2, 4, 8, 16, 32, 64, 128, 256};
  static const size_t sizes[] = {8, 1024};
  for (size_t bytes : sizes) {
    for (int n : pending) {
      for (int quiet = 0; quiet < 2; quiet++) {
        m_row row = {quiet ? "quiet" : "fence", "call", "thread", bytes, n, 1, 1, 0, 1, job->pes};
        for (int repetition = 0; repetition < REPETITIONS; repetition++) {
          m_args a = m_arguments(job, bytes, 1, 200);
          nvshmem_barrier_all();
          if (job->pe == 0) {
            if (quiet) {
              order<true><<<1, 1, 0, job->stream>>>(a, n);
            } else {
              order<false><<<1, 1, 0, job->stream>>>(a, n);
            }
            CUDA(cudaStreamSynchronize(job->stream));
            m_cycles(job, &row, repetition, a.iterations, 1);
          }
          nvshmem_barrier_all();
        }
      }
    }
  }
}
