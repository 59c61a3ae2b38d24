// Shapes of one thread's stores and a bulk copy of the same bytes, which accesses memory by the
// async proxy (PTX ISA, "Proxies"). The first argument names the shape.
#include <cuda_runtime.h>
#include <string.h>

#define FENCE(text) asm volatile(text ";" ::: "memory")

__device__ void copy(int *to, int *from) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 16;"
               :
               : "l"(to), "r"((unsigned)__cvta_generic_to_shared(from))
               : "memory");
  asm volatile("cp.async.bulk.commit_group;");
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

__global__ void earlier(int *x) { x[0] = 1; }

__global__ void run(int shape, int *x) {
  __shared__ __align__(16) int s[4];
  if (threadIdx.x) return;
  s[0] = s[1] = s[2] = s[3] = 1;
  switch (shape) {
    case 0:
      break;
    case 1:
      FENCE("fence.proxy.async");
      break;
    case 2:
      FENCE("fence.proxy.async.shared::cta");
      break;
    case 3:
      FENCE("fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster");
      break;
    case 4:
      FENCE("fence.proxy.async.global");
      break;
    case 5:
      x[0] = 1;
      FENCE("fence.proxy.async.shared::cta");
      break;
    case 6:
      x[0] = 1;
      FENCE("fence.proxy.async.shared::cta");
      FENCE("fence.proxy.async.global");
      break;
    case 7:
      x[0] = 1;
      FENCE("fence.proxy.async");
      break;
    case 8:
      FENCE("fence.proxy.async.shared::cta");
      break;
    case 9:
      FENCE("fence.proxy.alias");
      FENCE("fence.acq_rel.sys");
      break;
  }
  copy(x, s);
}

static const char *const shapes[] = {
    "shared",
    "shared+fence.proxy.async",
    "shared+fence.proxy.async.shared",
    "shared+fence.proxy.async::generic.release",
    "shared+fence.proxy.async.global",
    "global+fence.proxy.async.shared",
    "global+fence.proxy.async.shared+fence.proxy.async.global",
    "global+fence.proxy.async",
    "launch",
    "shared+fence.proxy.alias+fence.acq_rel",
};

int main(int argc, char **argv) {
  int shape = 0;
  while (strcmp(shapes[shape], argv[1])) shape++;
  int *x;
  cudaMalloc(&x, 4 * sizeof(int));
  if (shape == 8) earlier<<<1, 1>>>(x);
  run<<<1, 2>>>(shape, x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
