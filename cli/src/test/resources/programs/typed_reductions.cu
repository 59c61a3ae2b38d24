// Collectives on a stream for types and operators that macros list, as performance suites have it.
// pes: 2
// prints: int sum 3 max 2 double sum 3 max 2
#include <nvshmem.h>
#include <nvshmemx.h>
#include <cstdio>
#include <string>
#include <type_traits>
#define TYPES(M, ...) M(int, int, __VA_ARGS__) M(double, double, __VA_ARGS__)
#define DEFINE(T, NAME, OP)                                                                \
  static int OP(T *to, const T *from, size_t n, cudaStream_t s) {                          \
    return nvshmemx_##NAME##_##OP##_reduce_on_stream(NVSHMEM_TEAM_WORLD, to, from, n, s);  \
  }
TYPES(DEFINE, sum)
TYPES(DEFINE, max)
template <typename T> struct Buffer {
  T *memory;
  explicit Buffer(size_t n) : memory(static_cast<T *>(nvshmem_malloc(n * sizeof(T)))) {}
  Buffer(const Buffer &) = delete;
  ~Buffer() { nvshmem_free(memory); }
};
template <typename T, typename F> T reduced(F call, cudaStream_t stream) {
  Buffer<T> from(1), to(1);
  T value = nvshmem_my_pe() + 1;
  cudaMemcpyAsync(from.memory, &value, sizeof value, cudaMemcpyHostToDevice, stream);
  if (call(to.memory, from.memory, 1, stream)) return -1;
  cudaMemcpyAsync(&value, to.memory, sizeof value, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  nvshmem_barrier_all();
  return value;
}

int main() {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  std::string said;
#define RUN(T, NAME, OP)                                                                   \
  said += std::string(said.empty() ? "" : " ") + (std::string(#OP) == "sum" ? #NAME " " : "") + #OP + " " + \
          std::to_string((int)reduced<T>([](T *to, const T *from, size_t n, cudaStream_t s) { return OP(to, from, n, s); }, stream));
  RUN(int, int, sum)
  RUN(int, int, max)
  RUN(double, double, sum)
  RUN(double, double, max)
  if (nvshmem_my_pe() == 0) printf("%s\n", said.c_str());
  cudaStreamDestroy(stream);
  nvshmem_finalize();
}
