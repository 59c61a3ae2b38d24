// A latency test in the style of a performance suite: a template for each scope, options, error checks.
// pes: 2
// prints: thread   16 bytes ok
// prints: warp     16 bytes ok
// prints: block    16 bytes ok
// says: shmemlab: the program looks at clocks, which count instructions here; --platform NAME gives them simulated time
#include <cuda_runtime.h>
#include <getopt.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <cstdio>
#include <cstdlib>
#define CUDA_CHECK(stmt)                                                      \
  do {                                                                        \
    cudaError_t result = (stmt);                                              \
    if (cudaSuccess != result) {                                              \
      fprintf(stderr, "[%s:%d] cuda failed with %s\n", __FILE__, __LINE__,    \
              cudaGetErrorString(result));                                    \
      exit(-1);                                                               \
    }                                                                         \
  } while (0)

enum class Scope { thread, warp, block };
template <Scope S> __device__ void put(double *to, const double *from, int n, int pe);
#define DEFINE_PUT(SCOPE, CALL)                                               \
  template <> __device__ void put<Scope::SCOPE>(double *to, const double *from, int n, int pe) { CALL; }
DEFINE_PUT(thread, if (!threadIdx.x) nvshmem_double_put(to, from, n, pe))
DEFINE_PUT(warp, nvshmemx_double_put_warp(to, from, n, pe))
DEFINE_PUT(block, nvshmemx_double_put_block(to, from, n, pe))

template <Scope S>
__global__ void latency(double *data, double *src, uint64_t *flag, int n, int iter, int pe) {
  int peer = !pe, tid = threadIdx.x;
  for (int i = 1; i <= iter; i++) {
    if (pe) {
      if (!tid) nvshmem_signal_wait_until(flag, NVSHMEM_CMP_GE, i);
      __syncthreads();
    }
    put<S>(data, src, n, peer);
    __syncthreads();
    if (!tid) {
      nvshmem_fence();
      nvshmemx_signal_op(flag, i, NVSHMEM_SIGNAL_SET, peer);
    }
    if (!pe) {
      if (!tid) nvshmem_signal_wait_until(flag, NVSHMEM_CMP_GE, i);
      __syncthreads();
    }
  }
  if (!tid) nvshmem_quiet();
}

static const struct {
  const char *name;
  void (*kernel)(double *, double *, uint64_t *, int, int, int);
  int threads;
} table[] = {{"thread", latency<Scope::thread>, 1},
             {"warp", latency<Scope::warp>, 2},
             {"block", latency<Scope::block>, 4}};

int main(int argc, char **argv) {
  int c, iter = 2, n = 2;
  static struct option options[] = {
      {"iters", required_argument, 0, 'i'}, {"elements", required_argument, 0, 'n'}, {0, 0, 0, 0}};
  while ((c = getopt_long(argc, argv, "i:n:", options, nullptr)) != -1) switch (c) {
      case 'i': iter = atoi(optarg); break;
      case 'n': n = strtol(optarg, NULL, 0); break;
      default: exit(1);
    }
  nvshmem_init();
  int mype = nvshmem_my_pe();
  CUDA_CHECK(cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)));
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  double *data = (double *)nvshmem_malloc(n * sizeof(double));
  double *src = (double *)nvshmem_calloc(n, sizeof(double));
  uint64_t *flag = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));
  for (auto &test : table) {
    CUDA_CHECK(cudaMemset(flag, 0, sizeof(uint64_t)));
    CUDA_CHECK(cudaDeviceSynchronize());
    nvshmem_barrier_all();
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    void *args[] = {&data, &src, &flag, &n, &iter, &mype};
    cudaEventRecord(start, stream);
    nvshmemx_collective_launch((const void *)test.kernel, 1, test.threads, args, 0, stream);
    cudaEventRecord(stop, stream);
    CUDA_CHECK(cudaStreamSynchronize(stream));
    float ms;
    CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
    if (!mype) printf("%-8s %zu bytes %s\n", test.name, n * sizeof(double), ms >= 0 ? "ok" : "?");
    nvshmem_barrier_all();
  }
  nvshmem_free(flag);
  nvshmem_free(src);
  nvshmem_free(data);
  nvshmem_finalize();
}
