// Operations that the host issues on a stream: collectives, and puts and gets between two PEs.
//
//   on_stream [barrier_all_on_stream|sync_all_on_stream|barrier_on_stream|sync_on_stream|
//              broadcast_on_stream|fcollect_on_stream|alltoall_on_stream|reduction_on_stream|
//              reducescatter_on_stream|bw|latency|host_bw|host_latency]
//             [options of perftest.cuh]
//
// Barriers follow each other, all between two events. A collective with data has two events of its own,
// and what is printed is their mean. bw and latency issue on a stream, host_bw and host_latency call
// the host's own put and get and read its clock; the type of a row is the direction.
#include "perftest.cuh"

#include <sys/time.h>

enum Test {
  A_BARRIER_ALL, A_SYNC_ALL, A_BARRIER, A_SYNC, A_BROADCAST, A_FCOLLECT, A_ALLTOALL, A_REDUCTION, A_REDUCESCATTER,
  A_BW, A_LATENCY, A_HOST_BW, A_HOST_LATENCY, A_TESTS
};
static const char *const test_names[] = {
    "barrier_all_on_stream", "sync_all_on_stream",  "barrier_on_stream",       "sync_on_stream", "broadcast_on_stream",
    "fcollect_on_stream",    "alltoall_on_stream",  "reduction_on_stream",     "reducescatter_on_stream",
    "bw",                    "latency",             "host_bw",                 "host_latency"};

static float between(const Job *job) {
  float ms = 0;
  CUDA(cudaStreamSynchronize(job->stream));
  CUDA(cudaEventElapsedTime(&ms, job->start, job->stop));
  return ms;
}

static void meet(const Job *job, int test) {
  switch (test) {
    case A_BARRIER_ALL: nvshmemx_barrier_all_on_stream(job->stream); break;
    case A_SYNC_ALL: nvshmemx_sync_all_on_stream(job->stream); break;
    case A_BARRIER: nvshmemx_barrier_on_stream(NVSHMEM_TEAM_WORLD, job->stream); break;
    default: nvshmemx_team_sync_on_stream(NVSHMEM_TEAM_WORLD, job->stream); break;
  }
}

static void measure_meeting(const Job *job, int test, int iterations) {
  Series series = begin_series(test_names[test], "None", "None", 0, 0, iterations, "latency", "us");
  float ms[MOST_TIMES] = {0};
  for (int i = 0; i < job->options.warmup; i++) {
    meet(job, test);
  }
  CUDA(cudaStreamSynchronize(job->stream));
  for (int t = 0; t < job->options.times; t++) {
    nvshmem_barrier_all();
    CUDA(cudaEventRecord(job->start, job->stream));
    for (int i = 0; i < iterations; i++) {
      meet(job, test);
    }
    CUDA(cudaEventRecord(job->stop, job->stream));
    ms[t] = between(job);
  }
  nvshmem_barrier_all();
  add_row(job, &series, 1, ms, 0);
  print_series(job, &series);
}

static void exchange(const Job *job, int test, int32_t *to, const int32_t *from, size_t count) {
  const nvshmem_team_t team = NVSHMEM_TEAM_WORLD;
  switch (test) {
    case A_BROADCAST: nvshmemx_int32_broadcast_on_stream(team, to, from, count, 0, job->stream); break;
    case A_FCOLLECT: nvshmemx_int32_fcollect_on_stream(team, to, from, count, job->stream); break;
    case A_ALLTOALL: nvshmemx_int32_alltoall_on_stream(team, to, from, count, job->stream); break;
    case A_REDUCESCATTER: nvshmemx_int32_sum_reducescatter_on_stream(team, to, from, count, job->stream); break;
    default: nvshmemx_int32_sum_reduce_on_stream(team, to, from, count, job->stream); break;
  }
}

static void measure_exchange(const Job *job, int test, int32_t *to, int32_t *from, int iterations) {
  Series series = begin_series(test_names[test], "int32", "None", 0, 0, iterations, "latency", "us");
  const int parts = test == A_FCOLLECT || test == A_ALLTOALL || test == A_REDUCESCATTER ? job->pes : 1;
  size_t count = job->options.begin / (sizeof(int32_t) * parts);
  for (count = count < 1 ? 1 : count; count * parts * sizeof(int32_t) <= job->options.end; count *= job->options.factor) {
    float ms[MOST_TIMES] = {0};
    int wrong = 0;
    unsigned seed = (unsigned) count + test;
    if (!job->options.unchecked) {
      fill(from, count * parts * sizeof(int32_t), seed + job->pe);
      CUDA(cudaMemset(to, 0, count * parts * sizeof(int32_t)));
    }
    CUDA(cudaDeviceSynchronize());
    nvshmemx_barrier_all_on_stream(job->stream);
    for (int i = 0; i < job->options.warmup; i++) {
      exchange(job, test, to, from, count);
    }
    CUDA(cudaStreamSynchronize(job->stream));
    for (int t = 0; t < job->options.times; t++) {
      nvshmemx_barrier_all_on_stream(job->stream);
      for (int i = 0; i < iterations; i++) {
        CUDA(cudaEventRecord(job->start, job->stream));
        exchange(job, test, to, from, count);
        CUDA(cudaEventRecord(job->stop, job->stream));
        ms[t] += between(job);
      }
    }
    nvshmem_barrier_all();
    if (!job->options.unchecked && test == A_BROADCAST) {
      wrong = wrong_words(job, to, count * sizeof(int32_t), seed);
    } else if (!job->options.unchecked && test == A_FCOLLECT) {
      for (int pe = 0; pe < job->pes; pe++) {
        wrong += wrong_words(job, to + pe * count, count * sizeof(int32_t), seed + pe);
      }
    }
    add_row(job, &series, count * parts * sizeof(int32_t), ms, wrong);
    if (!all_go_on(job, job->options.limit_ms == 0 || ms[0] < job->options.limit_ms)) {
      break;
    }
  }
  print_series(job, &series);
}

static void issue(const Job *job, int test, bool read, char *remote, char *local, size_t bytes) {
  switch (test) {
    case A_BW:
      if (read) {
        nvshmemx_getmem_nbi_on_stream(local, remote, bytes, job->peer, job->stream);
      } else {
        nvshmemx_putmem_nbi_on_stream(remote, local, bytes, job->peer, job->stream);
      }
      break;
    case A_LATENCY:
      if (read) {
        nvshmemx_getmem_on_stream(local, remote, bytes, job->peer, job->stream);
      } else {
        nvshmemx_putmem_on_stream(remote, local, bytes, job->peer, job->stream);
      }
      break;
    case A_HOST_BW:
      if (read) {
        nvshmem_getmem_nbi(local, remote, bytes, job->peer);
      } else {
        nvshmem_putmem_nbi(remote, local, bytes, job->peer);
      }
      break;
    default:
      if (read) {
        nvshmem_getmem(local, remote, bytes, job->peer);
      } else {
        nvshmem_putmem(remote, local, bytes, job->peer);
      }
      break;
  }
}

// Only PE 0 calls this.
static float copy_loop(const Job *job, int test, bool read, char *remote, char *local, size_t bytes, int iterations) {
  struct timeval begin, end;
  switch (test) {
    case A_BW:
      nvshmemx_quiet_on_stream(job->stream);
      CUDA(cudaStreamSynchronize(job->stream));
      CUDA(cudaEventRecord(job->start, job->stream));
      for (int i = 0; i < iterations; i++) {
        issue(job, test, read, remote, local, bytes);
      }
      nvshmemx_quiet_on_stream(job->stream);
      CUDA(cudaStreamSynchronize(job->stream));
      CUDA(cudaEventRecord(job->stop, job->stream));
      return between(job);
    case A_LATENCY:
      CUDA(cudaEventRecord(job->start, job->stream));
      for (int i = 0; i < iterations; i++) {
        issue(job, test, read, remote, local, bytes);
      }
      CUDA(cudaEventRecord(job->stop, job->stream));
      return between(job);
    default:
      nvshmem_quiet();
      gettimeofday(&begin, NULL);
      for (int i = 0; i < iterations; i++) {
        issue(job, test, read, remote, local, bytes);
      }
      nvshmem_quiet();
      gettimeofday(&end, NULL);
      return (float) ((end.tv_sec - begin.tv_sec) * 1e3 + (end.tv_usec - begin.tv_usec) * 1e-3);
  }
}

static void measure_copy(const Job *job, int test, bool read, char *remote, char *local, int iterations) {
  const bool bandwidth = test == A_BW || test == A_HOST_BW;
  Series series = begin_series(test_names[test], read ? "read" : "write", "None", 0, 0, iterations,
                               bandwidth ? "Bandwidth" : "latency", bandwidth ? "GB/sec" : "us");
  for (size_t bytes = job->options.begin; bytes <= job->options.end; bytes *= job->options.factor) {
    float ms[MOST_TIMES] = {0};
    int wrong = 0;
    unsigned seed = (unsigned) bytes + test;
    if (!job->options.unchecked) {
      fill(local, bytes, seed + job->pe);
      fill(remote, bytes, seed + 2 + job->pe);
    }
    nvshmem_barrier_all();
    if (job->pe == 0) {
      copy_loop(job, test, read, remote, local, bytes, job->options.warmup);
      for (int t = 0; t < job->options.times; t++) {
        ms[t] = copy_loop(job, test, read, remote, local, bytes, iterations);
      }
    }
    nvshmem_barrier_all();
    if (!job->options.unchecked && (job->pe == 0) == read) {
      // PE 0 read what PE 1 holds, or PE 1 has what PE 0 wrote.
      wrong = read ? wrong_words(job, local, bytes, seed + 3) : wrong_words(job, remote, bytes, seed);
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
  char *one = (char *) symmetric(o->end < 64 ? 64 : o->end);
  char *other = (char *) symmetric(o->end < 64 ? 64 : o->end);
  for (int test = 0; test < A_TESTS; test++) {
    if (!chosen(&job, test_names[test])) {
      continue;
    }
    if (test >= A_BW) {
      need_two_pes(&job);
    }
    for (int n = 0; n < o->iterations.count; n++) {
      if (test < A_BROADCAST) {
        measure_meeting(&job, test, o->iterations.at[n]);
      } else if (test < A_BW) {
        measure_exchange(&job, test, (int32_t *) one, (int32_t *) other, o->iterations.at[n]);
      } else {
        measure_copy(&job, test, false, one, other, o->iterations.at[n]);
        measure_copy(&job, test, true, one, other, o->iterations.at[n]);
      }
    }
  }
  nvshmem_free(other);
  nvshmem_free(one);
  end_job(&job);
  return 0;
}
