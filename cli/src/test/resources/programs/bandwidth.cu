// A bandwidth test as performance suites have it: options, a table of cases, functions by macro.
// pes: 2
// prints: case            bytes  moved
// prints: put/int             4  512
// prints: put/int            32  512
// prints: get/double          8  512
// prints: get/double         64  512
// prints: errors: 0
// with -DNO_QUIET: conflict
#include <cstdio>
#include <cstdlib>
#include <getopt.h>
#include <iomanip>
#include <iostream>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <string>
#include <vector>

#define CUDA_CHECK(call)                                                             \
  do {                                                                               \
    const cudaError_t status_ = (call);                                              \
    if (status_ != cudaSuccess) {                                                    \
      std::fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(status_)); \
      std::exit(EXIT_FAILURE);                                                       \
    }                                                                                \
  } while (0)

struct Options {
  int threads = 32, rounds = 2;
  size_t most = 8;
};

static Options parse(int argc, char **argv) {
  Options options;
  static const option known[] = {{"threads", required_argument, nullptr, 't'},
                                 {"rounds", required_argument, nullptr, 'r'},
                                 {nullptr, 0, nullptr, 0}};
  for (int c; (c = getopt_long(argc, argv, "t:r:e:", known, nullptr)) != -1;) {
    switch (c) {
      case 't': options.threads = std::atoi(optarg); break;
      case 'r': options.rounds = std::atoi(optarg); break;
      case 'e': options.most = std::strtoul(optarg, nullptr, 0); break;
      default: std::exit(2);
    }
  }
  return options;
}

#ifdef NO_QUIET
#define DONE()
#else
#define DONE() nvshmem_quiet()
#endif

// One kernel for each direction and type: transfers of a block, their completion, one word anew.
#define KERNEL(way, TYPE)                                                               \
  __global__ void way##_##TYPE(TYPE *to, TYPE *from, size_t n, int rounds, int peer) {  \
    for (int r = 0; r < rounds; r++) {                                                  \
      nvshmemx_##TYPE##_##way##_nbi_block(to, from, n, peer);                           \
      __syncthreads();                                                                  \
      if (threadIdx.x == 0) {                                                           \
        DONE();                                                                         \
        TYPE *here = is_##way ? from : to;                                              \
        if (here[n - 1] != TYPE(n - 1)) nvshmem_global_exit(3);                         \
        here[n - 1] = TYPE(n - 1);                                                      \
      }                                                                                 \
      __syncthreads();                                                                  \
    }                                                                                   \
  }
constexpr bool is_put = true, is_get = false;
KERNEL(put, int)
KERNEL(get, double)

template <class T> using Kernel = void (*)(T *, T *, size_t, int, int);

template <class T>
int measure(const std::string &name, Kernel<T> kernel, const Options &options, bool gets) {
  const int me = nvshmem_my_pe(), peer = 1 - me;
  T *there = static_cast<T *>(nvshmem_malloc(options.most * sizeof(T)));
  T *here = static_cast<T *>(nvshmem_malloc(options.most * sizeof(T)));
  std::vector<T> values(options.most);
  for (size_t i = 0; i < values.size(); i++) values[i] = T(i);
  int errors = 0;
  for (size_t n = 1; n <= options.most; n *= options.most) {
    CUDA_CHECK(cudaMemcpy(here, values.data(), options.most * sizeof(T), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(there, values.data(), options.most * sizeof(T), cudaMemcpyHostToDevice));
    nvshmem_barrier_all();
    if (me == 0) {
      kernel<<<1, options.threads>>>(gets ? here : there, gets ? there : here, n, options.rounds, peer);
      CUDA_CHECK(cudaGetLastError());
      CUDA_CHECK(cudaDeviceSynchronize());
      std::cout << std::left << std::setw(12) << name << std::right << std::setw(9) << n * sizeof(T)
                << std::setw(5) << options.threads * 16 << "\n";
    }
    nvshmem_barrier_all();
  }
  nvshmem_free(here);
  nvshmem_free(there);
  return errors;
}

int main(int argc, char **argv) {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  const Options options = parse(argc, argv);
  if (nvshmem_my_pe() == 0) std::cout << std::left << std::setw(12) << "case" << std::right << std::setw(9) << "bytes" << "  moved\n";
  int errors = measure<int>("put/int", put_int, options, false);
  errors += measure<double>("get/double", get_double, options, true);
  if (nvshmem_my_pe() == 0) std::cout << "errors: " << errors << std::endl;
  nvshmem_finalize();
}
