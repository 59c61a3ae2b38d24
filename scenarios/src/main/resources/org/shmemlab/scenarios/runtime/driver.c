/* The CUDA driver for programs that are compiled with the toolkit's own cuda.h: our header's functions
   under the symbols that it has for them (CUDA Driver API). */
#define __SHMEMLAB_DRIVER __attribute__((weak)) CUresult
#include <cuda.h>
#include <string.h>
#include <unistd.h>

#define OURS __attribute__((weak)) CUresult

OURS cuDeviceTotalMem_v2(size_t *bytes, CUdevice device) { return cuDeviceTotalMem(bytes, device); }
OURS cuDevicePrimaryCtxRelease_v2(CUdevice device) { return CUDA_SUCCESS; }
OURS cuCtxCreate_v2(CUcontext *context, unsigned int flags, CUdevice device) {
  *context = (CUcontext)(device + 1L);
  return cuCtxSetCurrent(*context);
}
OURS cuCtxDestroy_v2(CUcontext context) { return CUDA_SUCCESS; }
OURS cuMemGetInfo_v2(size_t *free, size_t *total) { return cuMemGetInfo(free, total); }
OURS cuMemAlloc_v2(CUdeviceptr *memory, size_t bytes) { return cuMemAlloc(memory, bytes); }
OURS cuMemFree_v2(CUdeviceptr memory) { return cuMemFree(memory); }
OURS cuMemAllocHost_v2(void **memory, size_t bytes) { return cuMemAllocHost(memory, bytes); }
OURS cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes) {
  return cuMemcpyHtoD(to, from, bytes);
}
OURS cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes) {
  return cuMemcpyDtoH(to, from, bytes);
}
OURS cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return cuMemcpyDtoD(to, from, bytes);
}
OURS cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, CUstream stream) {
  return cuMemcpyHtoDAsync(to, from, bytes, stream);
}
OURS cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return cuMemcpyDtoHAsync(to, from, bytes, stream);
}
OURS cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return cuMemcpyDtoDAsync(to, from, bytes, stream);
}
OURS cuMemsetD8_v2(CUdeviceptr memory, unsigned char value, size_t count) {
  return cuMemsetD8(memory, value, count);
}
OURS cuMemsetD32_v2(CUdeviceptr memory, unsigned int value, size_t count) {
  return cuMemsetD32(memory, value, count);
}
OURS cuStreamDestroy_v2(CUstream stream) { return cuStreamDestroy(stream); }
OURS cuEventDestroy_v2(CUevent event) { return cuEventDestroy(event); }
OURS cuEventElapsedTime_v2(float *milliseconds, CUevent first, CUevent second) {
  return cuEventElapsedTime(milliseconds, first, second);
}

/* ---- contexts: each device has one, its number plus 1; the current ones are a stack of each thread */

enum { DEEP = 64 };
static _Thread_local CUcontext below[DEEP];
static _Thread_local int pushed;

OURS cuCtxCreate(CUcontext *context, unsigned int flags, CUdevice device) {
  return cuCtxCreate_v2(context, flags, device);
}
OURS cuCtxCreate_v4(CUcontext *context, void *parameters, unsigned int flags, CUdevice device) {
  return cuCtxCreate_v2(context, flags, device);
}
OURS cuCtxDestroy(CUcontext context) { return CUDA_SUCCESS; }
OURS cuCtxPushCurrent_v2(CUcontext context) {
  if (pushed == DEEP) return CUDA_ERROR_OUT_OF_MEMORY;
  cuCtxGetCurrent(&below[pushed]);
  CUresult result = cuCtxSetCurrent(context);
  if (result == CUDA_SUCCESS) pushed++;
  return result;
}
OURS cuCtxPopCurrent_v2(CUcontext *context) {
  CUcontext top;
  cuCtxGetCurrent(&top);
  if (context) *context = top;
  return pushed == 0 ? CUDA_SUCCESS : cuCtxSetCurrent(below[--pushed]);
}
OURS cuCtxPushCurrent(CUcontext context) { return cuCtxPushCurrent_v2(context); }
OURS cuCtxPopCurrent(CUcontext *context) { return cuCtxPopCurrent_v2(context); }
OURS cuCtxGetFlags(unsigned int *flags) {
  *flags = CU_CTX_SCHED_AUTO;
  return CUDA_SUCCESS;
}
OURS cuCtxSetLimit(CUlimit which, size_t value) { return CUDA_SUCCESS; }
/* CUDA's first values. */
OURS cuCtxGetLimit(size_t *value, CUlimit which) {
  switch (which) {
    case CU_LIMIT_STACK_SIZE: *value = 1024; return CUDA_SUCCESS;
    case CU_LIMIT_PRINTF_FIFO_SIZE: *value = 1 << 20; return CUDA_SUCCESS;
    case CU_LIMIT_MALLOC_HEAP_SIZE: *value = 8 << 20; return CUDA_SUCCESS;
    default: return CUDA_ERROR_INVALID_VALUE;
  }
}
OURS cuCtxSetCacheConfig(int config) { return CUDA_SUCCESS; }
OURS cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  return (CUresult)cudaDeviceGetStreamPriorityRange(least, greatest);
}
OURS cuCtxGetId(CUcontext context, unsigned long long *id) {
  if (!context) cuCtxGetCurrent(&context);
  *id = (unsigned long long)context;
  return CUDA_SUCCESS;
}
OURS cuCtxGetDevice_v2(CUdevice *device, CUcontext context) {
  if (!context) return cuCtxGetDevice(device);
  *device = (CUdevice)(long)context - 1;
  return CUDA_SUCCESS;
}
OURS cuStreamGetCtx(CUstream stream, CUcontext *context) { return cuCtxGetCurrent(context); }
OURS cuStreamGetCtx_v2(CUstream stream, CUcontext *context, void *green) {
  return cuCtxGetCurrent(context);
}
OURS cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active) {
  if (flags) *flags = CU_CTX_SCHED_AUTO;
  if (active) *active = 1;
  return CUDA_SUCCESS;
}
OURS cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags) { return CUDA_SUCCESS; }
OURS cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned int flags) { return CUDA_SUCCESS; }
OURS cuDevicePrimaryCtxReset(CUdevice device) { return (CUresult)cudaDeviceReset(); }
OURS cuDevicePrimaryCtxReset_v2(CUdevice device) { return (CUresult)cudaDeviceReset(); }

/* ---- devices and memory of the host */

OURS cuDeviceGetUuid(CUuuid *id, CUdevice device) {
  char host[64];
  memset(id, 0, sizeof *id);
  gethostname(host, sizeof host);
  snprintf(id->bytes, sizeof id->bytes, "%.11s/%d", host, device);
  return CUDA_SUCCESS;
}
OURS cuDeviceGetUuid_v2(CUuuid *id, CUdevice device) { return cuDeviceGetUuid(id, device); }
OURS cuDeviceGetPCIBusId(char *id, int bytes, CUdevice device) {
  return (CUresult)cudaDeviceGetPCIBusId(id, bytes, device);
}
OURS cuDeviceGetByPCIBusId(CUdevice *device, const char *id) {
  return (CUresult)cudaDeviceGetByPCIBusId(device, id);
}
OURS cuDeviceComputeCapability(int *major, int *minor, CUdevice device) {
  cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, device);
  return (CUresult)cudaDeviceGetAttribute(minor, cudaDevAttrComputeCapabilityMinor, device);
}
OURS cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority) {
  return (CUresult)cudaStreamCreateWithPriority(stream, flags, priority);
}
OURS cuMemHostAlloc(void **memory, size_t bytes, unsigned int flags) {
  return (CUresult)cudaHostAlloc(memory, bytes, flags);
}
OURS cuMemHostRegister(void *memory, size_t bytes, unsigned int flags) {
  return (CUresult)cudaHostRegister(memory, bytes, flags);
}
OURS cuMemHostRegister_v2(void *memory, size_t bytes, unsigned int flags) {
  return (CUresult)cudaHostRegister(memory, bytes, flags);
}
OURS cuMemHostUnregister(void *memory) { return (CUresult)cudaHostUnregister(memory); }
OURS cuMemHostGetDevicePointer(CUdeviceptr *there, void *memory, unsigned int flags) {
  void *made;
  CUresult result = (CUresult)cudaHostGetDevicePointer(&made, memory, flags);
  *there = (CUdeviceptr)made;
  return result;
}
OURS cuMemHostGetDevicePointer_v2(CUdeviceptr *there, void *memory, unsigned int flags) {
  return cuMemHostGetDevicePointer(there, memory, flags);
}

/* ---- words that a stream waits for and writes (CUDA Driver API, "Stream Memory Operations") */

OURS cuStreamWaitValue32(CUstream stream, CUdeviceptr at, unsigned int value, unsigned int how) {
  return (CUresult)__shmemlab_stream_wait32((unsigned int *)at, value, how & 3, stream);
}
OURS cuStreamWaitValue64(
    CUstream stream, CUdeviceptr at, unsigned long long value, unsigned int how) {
  return (CUresult)__shmemlab_stream_wait64((unsigned long *)at, value, how & 3, stream);
}
OURS cuStreamWriteValue32(CUstream stream, CUdeviceptr at, unsigned int value, unsigned int how) {
  return (CUresult)__shmemlab_stream_write32((unsigned int *)at, value, stream);
}
OURS cuStreamWriteValue64(
    CUstream stream, CUdeviceptr at, unsigned long long value, unsigned int how) {
  return (CUresult)__shmemlab_stream_write64((unsigned long *)at, value, stream);
}
OURS cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr at, unsigned int value, unsigned int how) {
  return cuStreamWaitValue32(stream, at, value, how);
}
OURS cuStreamWaitValue64_v2(
    CUstream stream, CUdeviceptr at, unsigned long long value, unsigned int how) {
  return cuStreamWaitValue64(stream, at, value, how);
}
OURS cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr at, unsigned int value, unsigned int how) {
  return cuStreamWriteValue32(stream, at, value, how);
}
OURS cuStreamWriteValue64_v2(
    CUstream stream, CUdeviceptr at, unsigned long long value, unsigned int how) {
  return cuStreamWriteValue64(stream, at, value, how);
}
