/* The CUDA driver for programs that are compiled with the toolkit's own cuda.h: our header's functions
   under the symbols that it has for them (CUDA Driver API). */
#define __SHMEMLAB_DRIVER __attribute__((weak)) CUresult
#include <cuda.h>

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
