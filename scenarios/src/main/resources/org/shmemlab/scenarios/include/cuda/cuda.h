#pragma once
#include <cuda_runtime.h>
/* What host code asks of the driver (CUDA Driver API: "Initialization", "Device Management",
   "Context Management", "Memory Management", "Stream Management", "Event Management"), by calls of
   the runtime: both work on the same memory and streams. A device has its primary context. */
#define CU_STREAM_DEFAULT 0
#define CU_STREAM_NON_BLOCKING 1
#define CU_EVENT_DEFAULT 0
#define CU_EVENT_DISABLE_TIMING 2
#define CU_MEMHOSTALLOC_DEVICEMAP 2
#define CUDA_ERROR_INVALID_CONTEXT ((CUresult)201)
typedef struct CUctx_st *CUcontext;
typedef enum CUdevice_attribute_enum {
  CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
  CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
  CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
  CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
  CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 41,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
  CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95
} CUdevice_attribute;

#define __SHMEMLAB_DRIVER __SHMEMLAB_INLINE CUresult
__SHMEMLAB_DRIVER cuInit(unsigned int flags) { return CUDA_SUCCESS; }
__SHMEMLAB_DRIVER cuDriverGetVersion(int *version) {
  return (CUresult)cudaDriverGetVersion(version);
}
__SHMEMLAB_DRIVER cuGetErrorString(CUresult error, const char **text) {
  *text = cudaGetErrorString((cudaError_t)error);
  return CUDA_SUCCESS;
}
__SHMEMLAB_DRIVER cuGetErrorName(CUresult error, const char **text) {
  *text = cudaGetErrorName((cudaError_t)error);
  return CUDA_SUCCESS;
}
__SHMEMLAB_DRIVER cuDeviceGetCount(int *count) { return (CUresult)cudaGetDeviceCount(count); }
__SHMEMLAB_DRIVER cuDeviceGet(CUdevice *device, int number) {
  *device = number;
  return CUDA_SUCCESS;
}
__SHMEMLAB_DRIVER cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
  return (CUresult)cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)attribute, device);
}
/* A context is its device's number plus 1. */
__SHMEMLAB_DRIVER cuCtxGetDevice(CUdevice *device) { return (CUresult)cudaGetDevice(device); }
__SHMEMLAB_DRIVER cuCtxGetCurrent(CUcontext *context) {
  int device;
  CUresult result = (CUresult)cudaGetDevice(&device);
  *context = (CUcontext)(device + 1L);
  return result;
}
__SHMEMLAB_DRIVER cuCtxSetCurrent(CUcontext context) {
  return context ? (CUresult)cudaSetDevice((int)(long)context - 1) : CUDA_ERROR_INVALID_CONTEXT;
}
__SHMEMLAB_DRIVER cuCtxSynchronize(void) { return (CUresult)cudaDeviceSynchronize(); }
__SHMEMLAB_DRIVER cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  *context = (CUcontext)(device + 1L);
  return CUDA_SUCCESS;
}
__SHMEMLAB_DRIVER cuDevicePrimaryCtxRelease(CUdevice device) { return CUDA_SUCCESS; }

__SHMEMLAB_DRIVER cuMemAlloc(CUdeviceptr *memory, size_t bytes) {
  void *made;
  CUresult result = (CUresult)cudaMalloc(&made, bytes);
  *memory = (CUdeviceptr)made;
  return result;
}
__SHMEMLAB_DRIVER cuMemFree(CUdeviceptr memory) { return (CUresult)cudaFree((void *)memory); }
__SHMEMLAB_DRIVER cuMemAllocHost(void **memory, size_t bytes) {
  return (CUresult)cudaMallocHost(memory, bytes, 0);
}
__SHMEMLAB_DRIVER cuMemFreeHost(void *memory) { return (CUresult)cudaFreeHost(memory); }
__SHMEMLAB_DRIVER cuMemGetInfo(size_t *free, size_t *total) {
  return (CUresult)cudaMemGetInfo(free, total);
}
__SHMEMLAB_DRIVER cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return (CUresult)cudaMemcpy((void *)to, (const void *)from, bytes, cudaMemcpyDefault);
}
__SHMEMLAB_DRIVER cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes) {
  return (CUresult)cudaMemcpy((void *)to, from, bytes, cudaMemcpyHostToDevice);
}
__SHMEMLAB_DRIVER cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes) {
  return (CUresult)cudaMemcpy(to, (const void *)from, bytes, cudaMemcpyDeviceToHost);
}
__SHMEMLAB_DRIVER cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return (CUresult)cudaMemcpy((void *)to, (const void *)from, bytes, cudaMemcpyDeviceToDevice);
}
__SHMEMLAB_DRIVER cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return (CUresult)cudaMemcpyAsync(
      (void *)to, (const void *)from, bytes, cudaMemcpyDefault, stream);
}
__SHMEMLAB_DRIVER cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes, CUstream stream) {
  return (CUresult)cudaMemcpyAsync((void *)to, from, bytes, cudaMemcpyHostToDevice, stream);
}
__SHMEMLAB_DRIVER cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return (CUresult)cudaMemcpyAsync(to, (const void *)from, bytes, cudaMemcpyDeviceToHost, stream);
}
__SHMEMLAB_DRIVER cuMemcpyDtoDAsync(
    CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return (CUresult)cudaMemcpyAsync(
      (void *)to, (const void *)from, bytes, cudaMemcpyDeviceToDevice, stream);
}
__SHMEMLAB_DRIVER cuMemsetD8(CUdeviceptr memory, unsigned char value, size_t count) {
  return (CUresult)cudaMemset((void *)memory, value, count);
}
__SHMEMLAB_DRIVER cuMemsetD8Async(
    CUdeviceptr memory, unsigned char value, size_t count, CUstream stream) {
  return (CUresult)cudaMemsetAsync((void *)memory, value, count, stream);
}
/* As a copy of words of the host: the runtime sets bytes alone. */
__SHMEMLAB_DRIVER cuMemsetD32(CUdeviceptr memory, unsigned int value, size_t count) {
  unsigned int *words = (unsigned int *)malloc(count * sizeof *words);
  for (size_t i = 0; i < count; i++) words[i] = value;
  CUresult result = cuMemcpyHtoD(memory, words, count * sizeof *words);
  free(words);
  return result;
}

__SHMEMLAB_DRIVER cuStreamCreate(CUstream *stream, unsigned int flags) {
  return (CUresult)cudaStreamCreateWithFlags(stream, flags);
}
__SHMEMLAB_DRIVER cuStreamDestroy(CUstream stream) { return (CUresult)cudaStreamDestroy(stream); }
__SHMEMLAB_DRIVER cuStreamSynchronize(CUstream stream) {
  return (CUresult)cudaStreamSynchronize(stream);
}
__SHMEMLAB_DRIVER cuStreamQuery(CUstream stream) { return (CUresult)cudaStreamQuery(stream); }
__SHMEMLAB_DRIVER cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags) {
  return (CUresult)cudaStreamWaitEvent(stream, event, flags);
}
__SHMEMLAB_DRIVER cuEventCreate(CUevent *event, unsigned int flags) {
  return (CUresult)cudaEventCreateWithFlags(event, flags);
}
__SHMEMLAB_DRIVER cuEventDestroy(CUevent event) { return (CUresult)cudaEventDestroy(event); }
__SHMEMLAB_DRIVER cuEventRecord(CUevent event, CUstream stream) {
  return (CUresult)cudaEventRecord(event, stream);
}
__SHMEMLAB_DRIVER cuEventSynchronize(CUevent event) {
  return (CUresult)cudaEventSynchronize(event);
}
__SHMEMLAB_DRIVER cuEventElapsedTime(float *milliseconds, CUevent first, CUevent second) {
  return (CUresult)cudaEventElapsedTime(milliseconds, first, second);
}
#undef __SHMEMLAB_DRIVER
