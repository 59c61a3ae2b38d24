// Memory that the driver made, as a source of puts.
// pes: 2
// prints: PE 0: 8
// prints: PE 1: 7
#include <assert.h>
#include <cuda.h>
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdio.h>
#include <stdlib.h>
#define CU_CHECK(stmt)                                                              \
  do {                                                                              \
    CUresult result = (stmt);                                                       \
    const char *text;                                                               \
    if (CUDA_SUCCESS != result) {                                                   \
      cuGetErrorString(result, &text);                                              \
      fprintf(stderr, "[%s:%d] cu failed with %s\n", __FILE__, __LINE__, text);     \
      exit(-1);                                                                     \
    }                                                                               \
  } while (0)

int main() {
  int count;
  CU_CHECK(cuInit(0));
  CU_CHECK(cuDeviceGetCount(&count));
  nvshmem_init();
  int me = nvshmem_my_pe(), n = nvshmem_n_pes();
  CUdevice device;
  CUcontext context;
  CU_CHECK(cuDeviceGet(&device, me % count));
  CU_CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CU_CHECK(cuCtxSetCurrent(context));
  CUdeviceptr source;
  CU_CHECK(cuMemAlloc(&source, 64));
  CU_CHECK(cuMemsetD32(source, 7 + me, 16));
  assert(!nvshmemx_buffer_register((void *)source, 64));
  int *target = (int *)nvshmem_malloc(64), host[16];
  nvshmem_putmem(target, (void *)source, 64, (me + 1) % n);
  nvshmem_barrier_all();
  CUstream stream;
  CU_CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CU_CHECK(cuMemcpyDtoHAsync(host, (CUdeviceptr)target, 64, stream));
  CU_CHECK(cuStreamSynchronize(stream));
  CU_CHECK(cuStreamDestroy(stream));
  if (me == 0) printf("PE 0: %d\n", host[15]);
  nvshmem_barrier_all();
  if (me == 1) printf("PE 1: %d\n", host[15]);
  nvshmemx_buffer_unregister((void *)source);
  CU_CHECK(cuMemFree(source));
  nvshmem_free(target);
  nvshmem_finalize();
}
