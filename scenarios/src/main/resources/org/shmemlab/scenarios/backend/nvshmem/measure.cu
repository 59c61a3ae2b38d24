// Measures the cost of NVSHMEM operations on this machine, for the parameters of a platform.
//
//   launch -n PES ./measure -o ROWS.csv [-w SECONDS]
//
// Groups that would begin after SECONDS are left out, and a line says so.
#include "measure.cuh"

#include <sys/utsname.h>

#include "shmemlab_start.h"

__global__ void spin(long long *out) {
  unsigned long long begin = m_global_ns();
  while (m_global_ns() == begin) { // to the edge of a tick
  }
  begin = m_global_ns();
  long long cycles = m_clock();
  while (m_global_ns() < begin + 20000000) {
  }
  out[1] = (long long) (m_global_ns() - begin);
  out[0] = m_clock() - cycles;
}

// The multiprocessors' clock against the global timer, over 20 ms.
void m_calibrate(m_job *job) {
  long long both[2];
  spin<<<1, 1, 0, job->stream>>>(job->samples);
  CUDA(cudaStreamSynchronize(job->stream));
  CUDA(cudaMemcpy(both, job->samples, sizeof both, cudaMemcpyDeviceToHost));
  job->mhz = both[0] * 1000.0 / both[1];
}

static void describe(m_job *job, int argc, char **argv) {
  struct utsname host;
  struct cudaDeviceProp device;
  char date[32], driver[256] = "unknown\n";
  int major, minor, patch, runtime, gpus;
  time_t now = time(NULL);
  FILE *file = fopen("/proc/driver/nvidia/version", "r");
  if (file) {
    if (!fgets(driver, sizeof driver, file)) {
      driver[0] = '\n';
    }
    fclose(file);
  }
  uname(&host);
  strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
  CUDA(cudaGetDeviceCount(&gpus));
  CUDA(cudaGetDeviceProperties(&device, 0));
  CUDA(cudaRuntimeGetVersion(&runtime));
  nvshmemx_vendor_get_version_info(&major, &minor, &patch);
  fprintf(job->csv, "# date: %s\n# machine: %s, kernel %s\n", date, host.machine, host.release);
  fprintf(job->csv, "# GPUs: %d x %s, %d multiprocessors\n# driver: %s", gpus, device.name,
          device.multiProcessorCount, driver);
  fprintf(job->csv, "# CUDA runtime: %d\n# NVSHMEM: %d.%d.%d\n# PEs: %d\n# command:", runtime, major, minor,
          patch, job->pes);
  for (int i = 0; i < argc; i++) {
    fprintf(job->csv, " %s", argv[i]);
  }
  for (int pe = 0; pe < job->pes; pe++) {
    fprintf(job->csv, "\n# PE %d: %s", pe, nvshmem_ptr(job->target, pe) ? "mapped" : "not mapped");
  }
  static const char *const variables[] = {"NVSHMEM_REMOTE_TRANSPORT", "NVSHMEM_DISABLE_NVLS",
                                          "NVSHMEM_DISABLE_CUDA_VMM", "CUDA_VISIBLE_DEVICES"};
  for (const char *name : variables) {
    fprintf(job->csv, "\n# %s=%s", name, getenv(name) ? getenv(name) : "");
  }
  fprintf(job->csv, "\n" M_COLUMNS);
}

static void run(m_job *job, const char *name, void (*group)(m_job *)) {
  if (m_go_on(job)) {
    double begin = m_seconds();
    m_calibrate(job);
    group(job);
    nvshmem_barrier_all();
    if (job->csv) {
      fflush(job->csv);
      printf("%-14s %6.1f s, %.0f MHz\n", name, m_seconds() - begin, job->mhz);
      fflush(stdout);
    }
  }
}

int main(int argc, char **argv) {
  const char *path = NULL;
  static m_job job;
  int option;
  job.begin = m_seconds();
  job.limit = 220;
  while ((option = getopt(argc, argv, "o:w:")) != -1) {
    switch (option) {
      case 'o': path = optarg; break;
      case 'w': job.limit = atof(optarg); break;
      default: return 2;
    }
  }
  nvshmem_init();
  CUDA(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  job.pe = nvshmem_my_pe();
  job.pes = nvshmem_n_pes();
  if (job.pes < 2 || job.pes > 64 || !path) {
    fprintf(stderr, "usage: launch -n PES measure -o ROWS.csv, with 2 to 64 PEs\n");
    return 2;
  }
  job.source = (char *) nvshmem_calloc(BUFFER_BYTES, 1);
  job.target = (char *) nvshmem_calloc(BUFFER_BYTES, 1);
  job.flags = (uint64_t *) nvshmem_calloc(4096, sizeof(uint64_t));
  job.figures = (double *) nvshmem_calloc(64, sizeof(double));
  job.go_on = (int *) nvshmem_calloc(1, sizeof(int));
  if (!job.source || !job.target || !job.flags || !job.figures || !job.go_on) {
    fprintf(stderr, "the symmetric heap is too small: NVSHMEM_SYMMETRIC_SIZE=1G\n");
    nvshmem_global_exit(1);
  }
  CUDA(cudaMalloc(&job.samples, sizeof *job.samples * MOST_SAMPLES));
  CUDA(cudaStreamCreate(&job.stream));
  if (job.pe == 0) {
    job.csv = fopen(path, "w");
    if (!job.csv) {
      perror(path);
      nvshmem_global_exit(1);
    }
    describe(&job, argc, argv);
  }
  nvshmem_barrier_all();
  run(&job, "latency", m_latency);
  run(&job, "order", m_order);
  run(&job, "streams", m_streams);
  run(&job, "interference", m_interference);
  run(&job, "collectives", m_collectives);
  run(&job, "rate", m_rate);
  run(&job, "bandwidth", m_bandwidth);
  if (job.csv) {
    fclose(job.csv);
  }
  nvshmem_barrier_all();
  nvshmem_finalize();
  return 0;
}
