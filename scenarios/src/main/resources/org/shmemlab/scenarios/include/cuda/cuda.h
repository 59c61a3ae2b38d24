#pragma once
#include <cuda_runtime.h>
/* Calls of the driver by host code (CUDA Driver API: "Initialization", "Device Management",
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

/* Memory that is mapped where an address was reserved (CUDA Driver API, "Virtual Memory
   Management"): the reservation is the memory, and a handle stands for its size. */
#define CU_MEM_CREATE_USAGE_TILE_POOL 1
typedef unsigned long long CUmemGenericAllocationHandle;
typedef enum CUmemAllocationType_enum {
  CU_MEM_ALLOCATION_TYPE_INVALID = 0,
  CU_MEM_ALLOCATION_TYPE_PINNED = 1
} CUmemAllocationType;
typedef enum CUmemAllocationHandleType_enum {
  CU_MEM_HANDLE_TYPE_NONE = 0,
  CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR = 1,
  CU_MEM_HANDLE_TYPE_FABRIC = 8
} CUmemAllocationHandleType;
typedef enum CUmemLocationType_enum {
  CU_MEM_LOCATION_TYPE_INVALID = 0,
  CU_MEM_LOCATION_TYPE_DEVICE = 1,
  CU_MEM_LOCATION_TYPE_HOST = 2,
  CU_MEM_LOCATION_TYPE_HOST_NUMA = 3
} CUmemLocationType;
typedef enum CUmemAccess_flags_enum {
  CU_MEM_ACCESS_FLAGS_PROT_NONE = 0,
  CU_MEM_ACCESS_FLAGS_PROT_READ = 1,
  CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3
} CUmemAccess_flags;
typedef enum CUmemAllocationGranularity_flags_enum {
  CU_MEM_ALLOC_GRANULARITY_MINIMUM = 0,
  CU_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1
} CUmemAllocationGranularity_flags;
typedef struct CUmemLocation_st {
  CUmemLocationType type;
  int id;
} CUmemLocation;
typedef struct CUmemAllocationProp_st {
  CUmemAllocationType type;
  CUmemAllocationHandleType requestedHandleTypes;
  CUmemLocation location;
  void *win32HandleMetaData;
  struct {
    unsigned char compressionType, gpuDirectRDMACapable;
    unsigned short usage;
    unsigned char reserved[4];
  } allocFlags;
} CUmemAllocationProp;
typedef struct CUmemAccessDesc_st {
  CUmemLocation location;
  CUmemAccess_flags flags;
} CUmemAccessDesc;

#ifndef __SHMEMLAB_DRIVER
#define __SHMEMLAB_DRIVER __SHMEMLAB_INLINE CUresult
#endif
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

__SHMEMLAB_DRIVER cuDeviceGetName(char *name, int bytes, CUdevice device) {
  struct cudaDeviceProp properties;
  CUresult result = (CUresult)cudaGetDeviceProperties(&properties, device);
  if (result == CUDA_SUCCESS) snprintf(name, (size_t)bytes, "%s", properties.name);
  return result;
}
__SHMEMLAB_DRIVER cuDeviceTotalMem(size_t *bytes, CUdevice device) {
  size_t free;
  return (CUresult)cudaMemGetInfo(&free, bytes);
}
__SHMEMLAB_DRIVER cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer) {
  return (CUresult)cudaDeviceCanAccessPeer(can, device, peer);
}
__SHMEMLAB_DRIVER cuCtxEnablePeerAccess(CUcontext peer, unsigned int flags) { return CUDA_SUCCESS; }
__SHMEMLAB_DRIVER cuCtxGetApiVersion(CUcontext context, unsigned int *version) {
  *version = CUDA_VERSION;
  return CUDA_SUCCESS;
}
__SHMEMLAB_DRIVER cuMemGetAllocationGranularity(
    size_t *bytes, const CUmemAllocationProp *properties, CUmemAllocationGranularity_flags which) {
  *bytes = 2 << 20;
  return CUDA_SUCCESS;
}
__SHMEMLAB_DRIVER cuMemCreate(
    CUmemGenericAllocationHandle *handle,
    size_t bytes,
    const CUmemAllocationProp *properties,
    unsigned long long flags) {
  if (bytes == 0 || bytes % (2 << 20) != 0) return (CUresult)cudaErrorInvalidValue;
  *handle = bytes;
  return CUDA_SUCCESS;
}
__SHMEMLAB_DRIVER cuMemRelease(CUmemGenericAllocationHandle handle) { return CUDA_SUCCESS; }
__SHMEMLAB_DRIVER cuMemAddressReserve(
    CUdeviceptr *memory, size_t bytes, size_t alignment, CUdeviceptr wanted, unsigned long long flags) {
  void *made;
  CUresult result = (CUresult)cudaMalloc(&made, bytes);
  *memory = (CUdeviceptr)made;
  return result;
}
__SHMEMLAB_DRIVER cuMemAddressFree(CUdeviceptr memory, size_t bytes) {
  return (CUresult)cudaFree((void *)memory);
}
__SHMEMLAB_DRIVER cuMemMap(
    CUdeviceptr memory,
    size_t bytes,
    size_t offset,
    CUmemGenericAllocationHandle handle,
    unsigned long long flags) {
  return offset + bytes <= handle ? CUDA_SUCCESS : (CUresult)cudaErrorInvalidValue;
}
/* The memory of a handle is at one address: this handle can be released, and mapped nowhere else. */
__SHMEMLAB_DRIVER cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *memory) {
  *handle = 1;
  return CUDA_SUCCESS;
}
__SHMEMLAB_DRIVER cuMemUnmap(CUdeviceptr memory, size_t bytes) { return CUDA_SUCCESS; }
__SHMEMLAB_DRIVER cuMemSetAccess(
    CUdeviceptr memory, size_t bytes, const CUmemAccessDesc *access, size_t count) {
  return CUDA_SUCCESS;
}
#undef __SHMEMLAB_DRIVER
