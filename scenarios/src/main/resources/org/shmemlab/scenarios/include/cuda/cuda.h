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
#define CUDA_ERROR_INVALID_DEVICE ((CUresult)101)
#define CUDA_ERROR_INVALID_HANDLE ((CUresult)400)
#define CUDA_ERROR_NOT_FOUND ((CUresult)500)
#define CUDA_ERROR_NOT_READY ((CUresult)600)
#define CUDA_ERROR_NOT_SUPPORTED ((CUresult)801)
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
  CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM = 91,
  CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS = 92,
  CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS = 93,
  CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
  CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 102,
  CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED = 103,
  CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = 106,
  CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED = 116,
  CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED = 110,
  CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED = 124,
  CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED = 128,
  CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID = 134,
  CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED = 132
} CUdevice_attribute;

typedef enum CUmemAllocationHandleType_enum {
  CU_MEM_HANDLE_TYPE_NONE = 0,
  CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR = 1,
  CU_MEM_HANDLE_TYPE_FABRIC = 8
} CUmemAllocationHandleType;

/* Modules, kernels and their launches: modules.c. */
typedef struct CUmod_st *CUmodule;
typedef struct CUlib_st *CUlibrary;
typedef struct CUfunc_st *CUfunction;
typedef struct CUkern_st *CUkernel;
typedef enum CUjit_option_enum {
  CU_JIT_MAX_REGISTERS = 0,
  CU_JIT_INFO_LOG_BUFFER = 3,
  CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4,
  CU_JIT_ERROR_LOG_BUFFER = 5,
  CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
  CU_JIT_OPTIMIZATION_LEVEL = 7,
  CU_JIT_LOG_VERBOSE = 12
} CUjit_option;
typedef enum CUlibraryOption_enum { CU_LIBRARY_BINARY_IS_PRESERVED = 1 } CUlibraryOption;
typedef enum CUfunction_attribute_enum {
  CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
  CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
  CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES = 2,
  CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
  CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
  CU_FUNC_ATTRIBUTE_PTX_VERSION = 5,
  CU_FUNC_ATTRIBUTE_BINARY_VERSION = 6,
  CU_FUNC_ATTRIBUTE_CACHE_MODE_CA = 7,
  CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
  CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 9
} CUfunction_attribute;
#define CU_LAUNCH_PARAM_END ((void *)0)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *)1)
#define CU_LAUNCH_PARAM_BUFFER_SIZE ((void *)2)
#define CU_LAUNCH_ATTRIBUTE_COOPERATIVE cudaLaunchAttributeCooperative
#define CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION cudaLaunchAttributeClusterDimension
#define CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION \
  cudaLaunchAttributeProgrammaticStreamSerialization
typedef cudaLaunchAttributeID CUlaunchAttributeID;
typedef cudaLaunchAttributeValue CUlaunchAttributeValue;
typedef cudaLaunchAttribute CUlaunchAttribute;
typedef struct CUlaunchConfig_st {
  unsigned int gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes;
  CUstream hStream;
  CUlaunchAttribute *attrs;
  unsigned int numAttrs;
} CUlaunchConfig;
typedef enum CUlimit_enum {
  CU_LIMIT_STACK_SIZE = 0,
  CU_LIMIT_PRINTF_FIFO_SIZE = 1,
  CU_LIMIT_MALLOC_HEAP_SIZE = 2
} CUlimit;
typedef struct CUuuid_st {
  char bytes[16];
} CUuuid;
#define CU_CTX_SCHED_AUTO 0
#define CU_CTX_SCHED_SPIN 1
#define CU_CTX_SCHED_YIELD 2
#define CU_CTX_SCHED_BLOCKING_SYNC 4
#define CU_CTX_MAP_HOST 8

/* Words that a stream waits for and writes: "Stream Memory Operations". */
#define CU_STREAM_WAIT_VALUE_GEQ 0
#define CU_STREAM_WAIT_VALUE_EQ 1
#define CU_STREAM_WAIT_VALUE_AND 2
#define CU_STREAM_WAIT_VALUE_NOR 3
#define CU_STREAM_WAIT_VALUE_FLUSH (1 << 30)
#define CU_STREAM_WRITE_VALUE_DEFAULT 0
#define CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER 1
#define CU_STREAM_MEM_OP_WAIT_VALUE_32 1
#define CU_STREAM_MEM_OP_WRITE_VALUE_32 2
#define CU_STREAM_MEM_OP_WAIT_VALUE_64 4
#define CU_STREAM_MEM_OP_WRITE_VALUE_64 5
#ifdef __cplusplus
extern "C" {
#endif
CUresult cuModuleLoad(CUmodule *, const char *);
CUresult cuModuleLoadData(CUmodule *, const void *);
CUresult cuModuleLoadDataEx(CUmodule *, const void *, unsigned int, CUjit_option *, void **);
CUresult cuModuleLoadFatBinary(CUmodule *, const void *);
CUresult cuModuleUnload(CUmodule);
CUresult cuModuleGetFunction(CUfunction *, CUmodule, const char *);
CUresult cuModuleGetGlobal(CUdeviceptr *, size_t *, CUmodule, const char *);
CUresult cuLibraryLoadFromFile(
    CUlibrary *, const char *, CUjit_option *, void **, unsigned int, CUlibraryOption *, void **,
    unsigned int);
CUresult cuLibraryLoadData(
    CUlibrary *, const void *, CUjit_option *, void **, unsigned int, CUlibraryOption *, void **,
    unsigned int);
CUresult cuLibraryUnload(CUlibrary);
CUresult cuLibraryGetKernel(CUkernel *, CUlibrary, const char *);
CUresult cuLibraryGetModule(CUmodule *, CUlibrary);
CUresult cuLibraryGetGlobal(CUdeviceptr *, size_t *, CUlibrary, const char *);
CUresult cuKernelGetFunction(CUfunction *, CUkernel);
CUresult cuLaunchKernel(
    CUfunction, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int,
    unsigned int, CUstream, void **, void **);
CUresult cuLaunchCooperativeKernel(
    CUfunction, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int,
    unsigned int, CUstream, void **);
CUresult cuLaunchKernelEx(const CUlaunchConfig *, CUfunction, void **, void **);
CUresult cuFuncSetAttribute(CUfunction, CUfunction_attribute, int);
CUresult cuFuncGetAttribute(int *, CUfunction_attribute, CUfunction);
CUresult cuKernelSetAttribute(CUfunction_attribute, int, CUkernel, CUdevice);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *, CUfunction, int, size_t);
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *, CUfunction, int, size_t, unsigned int);
/* Memory that another process imports: declared; a run that reaches one of these stops there. */
CUresult cuMemExportToShareableHandle(
    void *, unsigned long long, CUmemAllocationHandleType, unsigned long long);
CUresult cuMemImportFromShareableHandle(
    unsigned long long *, void *, CUmemAllocationHandleType);
CUresult cuCtxCreate(CUcontext *, unsigned int, CUdevice);
CUresult cuCtxDestroy(CUcontext);
CUresult cuCtxPushCurrent(CUcontext);
CUresult cuCtxPopCurrent(CUcontext *);
CUresult cuCtxGetFlags(unsigned int *);
CUresult cuCtxSetLimit(CUlimit, size_t);
CUresult cuCtxGetLimit(size_t *, CUlimit);
CUresult cuCtxGetStreamPriorityRange(int *, int *);
CUresult cuDevicePrimaryCtxGetState(CUdevice, unsigned int *, int *);
CUresult cuDevicePrimaryCtxSetFlags(CUdevice, unsigned int);
CUresult cuDevicePrimaryCtxReset(CUdevice);
CUresult cuDeviceGetUuid(CUuuid *, CUdevice);
CUresult cuDeviceGetPCIBusId(char *, int, CUdevice);
CUresult cuDeviceGetByPCIBusId(CUdevice *, const char *);
CUresult cuDeviceComputeCapability(int *, int *, CUdevice);
CUresult cuStreamCreateWithPriority(CUstream *, unsigned int, int);
CUresult cuMemHostAlloc(void **, size_t, unsigned int);
CUresult cuMemHostRegister(void *, size_t, unsigned int);
CUresult cuMemHostUnregister(void *);
CUresult cuMemHostGetDevicePointer(CUdeviceptr *, void *, unsigned int);
CUresult cuStreamWaitValue32(CUstream, CUdeviceptr, unsigned int, unsigned int);
CUresult cuStreamWaitValue64(CUstream, CUdeviceptr, unsigned long long, unsigned int);
CUresult cuStreamWriteValue32(CUstream, CUdeviceptr, unsigned int, unsigned int);
CUresult cuStreamWriteValue64(CUstream, CUdeviceptr, unsigned long long, unsigned int);
#ifdef __cplusplus
}
#endif

/* Memory that is mapped where an address was reserved (CUDA Driver API, "Virtual Memory
   Management"): the reservation is the memory, and a handle stands for its size. */
#define CU_MEM_CREATE_USAGE_TILE_POOL 1
typedef unsigned long long CUmemGenericAllocationHandle;
typedef enum CUmemAllocationType_enum {
  CU_MEM_ALLOCATION_TYPE_INVALID = 0,
  CU_MEM_ALLOCATION_TYPE_PINNED = 1
} CUmemAllocationType;
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
