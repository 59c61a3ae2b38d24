// Collective calls inside kernels and on streams, and the cost of kernels and streams by themselves.
#include "measure.cuh"

// ---------------------------------------------------------------- inside a kernel

#define COLLECTIVE(NAME, ...)                                                    \
  struct NAME {                                                                  \
    __device__ static void go(const m_args &a, nvshmem_team_t team, int root) {  \
      int64_t *to = (int64_t *) a.target, *from = (int64_t *) a.source;          \
      size_t n = a.bytes / sizeof(int64_t);                                      \
      (void) to, (void) from, (void) n, (void) root, (void) team;                \
      __VA_ARGS__;                                                               \
    }                                                                            \
  };

COLLECTIVE(c_barrier, nvshmemx_barrier_block(team))
COLLECTIVE(c_sync, nvshmemx_team_sync_block(team))
COLLECTIVE(c_broadcast, nvshmemx_int64_broadcast_block(team, to, from, n, root))
COLLECTIVE(c_fcollect, nvshmemx_int64_fcollect_block(team, to, from, n))
COLLECTIVE(c_alltoall, nvshmemx_int64_alltoall_block(team, to, from, n))
COLLECTIVE(c_reduce, nvshmemx_int64_sum_reduce_block(team, to, from, n))

template <class OP> __global__ void collective(m_args a, nvshmem_team_t team) {
  for (int i = 0; i < a.iterations + WARM_UP; i++) {
    __syncthreads();
    long long begin = m_clock();
    OP::go(a, team, 0);
    __syncthreads();
    long long end = m_clock();
    if (threadIdx.x == 0 && i >= WARM_UP) {
      a.samples[i - WARM_UP] = end - begin;
    }
    // Data of one call must not meet those of the next.
    nvshmemx_barrier_block(team);
  }
}

template <class OP>
static void inside(m_job *job, const char *name, size_t bytes, nvshmem_team_t team, int size) {
  int iterations = bytes <= 4096 ? 300 : bytes <= 65536 ? 100 : 30;
  m_row row = {name, "in a kernel", "block", bytes, 1, 1, scope_threads[BLOCK], -1, -1, size};
  for (int repetition = 0; repetition < REPETITIONS; repetition++) {
    m_args a = m_arguments(job, bytes, 0, iterations);
    nvshmem_barrier_all();
    if (team != NVSHMEM_TEAM_INVALID) {
      // A collective launch is for all PEs; of a team, each GPU runs this one block alone anyway.
      void *arguments[] = {&a, &team};
      if (size < job->pes) {
        collective<OP><<<1, scope_threads[BLOCK], 0, job->stream>>>(a, team);
      } else if (nvshmemx_collective_launch((const void *) collective<OP>, dim3(1),
                                            dim3(scope_threads[BLOCK]), arguments, 0,
                                            job->stream) != 0) {
        fprintf(stderr, "%s: nvshmemx_collective_launch fails\n", name);
        nvshmem_global_exit(1);
      }
      CUDA(cudaStreamSynchronize(job->stream));
      m_cycles(job, &row, repetition, iterations, 1);
    }
    nvshmem_barrier_all();
  }
}

static void team_of(m_job *job, nvshmem_team_t team, int size) {
  inside<c_barrier>(job, "barrier", 0, team, size);
  inside<c_sync>(job, "sync", 0, team, size);
  for (size_t bytes = 8; bytes <= (1 << 20); bytes *= 8) {
    inside<c_broadcast>(job, "broadcast", bytes, team, size);
    inside<c_fcollect>(job, "fcollect", bytes, team, size);
    inside<c_alltoall>(job, "alltoall", bytes, team, size);
    inside<c_reduce>(job, "sum_reduce", bytes, team, size);
  }
}

// ---------------------------------------------------------------- on a stream

// Host time of a batch of calls and of waiting for them, per call.
template <class CALL>
static void on_stream(m_job *job, const char *name, const char *how, size_t bytes, int calls, int pes,
                      CALL call) {
  m_row row = {name, how, "stream", bytes, calls, 0, 0, -1, -1, pes};
  for (int repetition = -1; repetition < REPETITIONS; repetition++) { // -1 warms up
    CUDA(cudaStreamSynchronize(job->stream));
    if (pes > 1) {
      nvshmem_barrier_all();
    }
    double begin = m_seconds();
    for (int i = 0; i < calls; i++) {
      call(i);
    }
    CUDA(cudaStreamSynchronize(job->stream));
    double ns = (m_seconds() - begin) * 1e9 / calls;
    if (repetition >= 0) {
      m_write(job, &row, repetition, &ns, 1);
    }
  }
}

static void collectives_on_stream(m_job *job) {
  int64_t *to = (int64_t *) job->target, *from = (int64_t *) job->source;
  for (int calls = 1; calls <= 100; calls *= 100) {
    on_stream(job, "barrier_all", "on a stream", 0, calls, job->pes,
              [&](int) { nvshmemx_barrier_all_on_stream(job->stream); });
    on_stream(job, "sync_all", "on a stream", 0, calls, job->pes,
              [&](int) { nvshmemx_sync_all_on_stream(job->stream); });
  }
  for (size_t bytes = 8; bytes <= (8 << 20); bytes *= 32) {
    size_t n = bytes / sizeof(int64_t);
    int calls = bytes > (1 << 20) ? 10 : 30;
    on_stream(job, "sum_reduce", "on a stream", bytes, calls, job->pes, [&](int) {
      nvshmemx_int64_sum_reduce_on_stream(NVSHMEM_TEAM_WORLD, to, from, n, job->stream);
    });
    on_stream(job, "broadcast", "on a stream", bytes, calls, job->pes, [&](int) {
      nvshmemx_int64_broadcast_on_stream(NVSHMEM_TEAM_WORLD, to, from, n, 0, job->stream);
    });
    on_stream(job, "fcollect", "on a stream", bytes, calls, job->pes, [&](int) {
      nvshmemx_int64_fcollect_on_stream(NVSHMEM_TEAM_WORLD, to, from, n, job->stream);
    });
    on_stream(job, "alltoall", "on a stream", bytes, calls, job->pes, [&](int) {
      nvshmemx_int64_alltoall_on_stream(NVSHMEM_TEAM_WORLD, to, from, n, job->stream);
    });
  }
}

void m_collectives(m_job *job) {
  team_of(job, NVSHMEM_TEAM_WORLD, job->pes);
  if (job->pes > 2) {
    nvshmem_team_t pair = NVSHMEM_TEAM_INVALID;
    nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, 0, 1, 2, NULL, 0, &pair);
    team_of(job, pair, 2);
  }
  if (m_go_on(job)) {
    collectives_on_stream(job);
  }
}

// ---------------------------------------------------------------- kernels and streams

__global__ void empty() {}

__global__ void empty_with(m_args a) { (void) a; }

void m_streams(m_job *job) {
  int peer = (job->pe + 1) % job->pes;
  m_args a = m_arguments(job, 8, peer, 1);
  if (job->pe == 0) {
    on_stream(job, "kernel", "launch and wait", 0, 1, 1, [&](int) { empty<<<1, 1, 0, job->stream>>>(); });
    on_stream(job, "kernel", "launches in a row", 0, 1000, 1,
              [&](int) { empty<<<1, 1, 0, job->stream>>>(); });
    on_stream(job, "kernel", "launches in a row, 132 x 1024 threads", 0, 1000, 1,
              [&](int) { empty_with<<<132, 1024, 0, job->stream>>>(a); });
    for (size_t bytes = 8; bytes <= BUFFER_BYTES; bytes *= 64) {
      on_stream(job, "put", "on a stream, in a row", bytes, bytes > (1 << 20) ? 10 : 100, 1, [&](int) {
        nvshmemx_putmem_on_stream(job->target, job->source, bytes, peer, job->stream);
      });
      on_stream(job, "put", "on a stream and wait", bytes, 1, 1, [&](int) {
        nvshmemx_putmem_on_stream(job->target, job->source, bytes, peer, job->stream);
      });
      on_stream(job, "put", "by the host", bytes, bytes > (1 << 20) ? 10 : 100, 1,
                [&](int) { nvshmem_putmem(job->target, job->source, bytes, peer); });
    }
    on_stream(job, "signal_op", "on a stream, in a row", 8, 100, 1, [&](int) {
      nvshmemx_signal_op_on_stream(job->flags + 16, 1, NVSHMEM_SIGNAL_SET, peer, job->stream);
    });
    on_stream(job, "quiet", "on a stream, in a row", 0, 100, 1,
              [&](int) { nvshmemx_quiet_on_stream(job->stream); });
  }
  nvshmem_barrier_all();
  on_stream(job, "kernel", "collective launch and wait", 0, 1, job->pes, [&](int) {
    void *arguments[] = {&a};
    nvshmemx_collective_launch((const void *) empty_with, dim3(1), dim3(1), arguments, 0, job->stream);
  });
  on_stream(job, "kernel", "collective launches in a row", 0, 100, job->pes, [&](int) {
    void *arguments[] = {&a};
    nvshmemx_collective_launch((const void *) empty_with, dim3(1), dim3(1), arguments, 0, job->stream);
  });
  nvshmem_barrier_all();
}
