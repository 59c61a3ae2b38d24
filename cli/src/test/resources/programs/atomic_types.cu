// Atomics of several types: kernels that a macro makes, a test that is a template over kernels.
// pes: 2
// prints: inc int       true
// prints: add int       true
// prints: inc uint      true
// prints: add uint      true
// prints: inc uint64    true
// prints: add uint64    true
#include <nvshmem.h>
#include <nvshmemx.h>
#include <iomanip>
#include <iostream>
#define DEFINE_KERNELS(TYPE, NAME)                                                 \
  __global__ void inc_##NAME(TYPE *data, int iter, int peer) {                     \
    TYPE *mine = data + threadIdx.x + blockIdx.x * blockDim.x;                     \
    for (int i = 0; i < iter; i++) nvshmem_##NAME##_atomic_inc(mine, peer);        \
    nvshmem_quiet();                                                               \
  }                                                                                \
  __global__ void add_##NAME(TYPE *data, int iter, int peer) {                     \
    TYPE *mine = data + threadIdx.x + blockIdx.x * blockDim.x;                     \
    for (int i = 0; i < iter; i++) nvshmem_##NAME##_atomic_add(mine, i + 1, peer); \
    nvshmem_quiet();                                                               \
  }
#define FOR_TYPES(M) M(int, int) M(unsigned int, uint) M(uint64_t, uint64)
FOR_TYPES(DEFINE_KERNELS)

template <typename T, typename Kernel> bool test(const char *name, Kernel kernel, T expected) {
  int me = nvshmem_my_pe(), n = nvshmem_n_pes();
  T *data = static_cast<T *>(nvshmem_calloc(4, sizeof(T))), host[4];
  nvshmem_barrier_all();
  kernel<<<2, 2>>>(data, 2, (me + 1) % n);
  cudaDeviceSynchronize();
  nvshmem_barrier_all();
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  bool ok = true;
  for (T value : host) ok = ok && value == expected;
  if (!me) std::cout << std::left << std::setw(14) << name << std::boolalpha << ok << std::endl;
  nvshmem_free(data);
  return ok;
}

int main() {
  nvshmem_init();
  cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
  bool ok = true;
#define RUN(T, N) ok &= test<T>("inc " #N, inc_##N, 2) && test<T>("add " #N, add_##N, 3);
  FOR_TYPES(RUN)
  nvshmem_finalize();
  return ok ? 0 : 1;
}
