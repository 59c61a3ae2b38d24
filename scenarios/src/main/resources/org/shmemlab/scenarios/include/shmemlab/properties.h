/* cudaGetDeviceProperties for the structure of this toolkit: each member is the attribute of the same
   meaning (CUDA Runtime API, cudaDeviceProp and cudaDeviceAttr). */
#pragma once
#pragma GCC system_header
#include_next <cuda_runtime_api.h>
#ifdef __cplusplus
extern "C" inline
#else
__attribute__((weak))
#endif
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device) {
  int value = 0;
  size_t left = 0, all = 0;
  cudaError_t status = cudaDeviceGetAttribute(&value, (enum cudaDeviceAttr)1, device);
  if (status != cudaSuccess) return status;
  __builtin_memset(properties, 0, sizeof *properties);
  __builtin_memcpy(properties->name, "NVIDIA H200", 12);
  cudaMemGetInfo(&left, &all);
  properties->totalGlobalMem = all;
  properties->pciBusID = device;
#define __SHMEMLAB_PROPERTY(member, attribute) \
  if (cudaDeviceGetAttribute(&value, (enum cudaDeviceAttr)attribute, device) == cudaSuccess) \
    properties->member = value; \
  else \
    (void)cudaGetLastError();
  __SHMEMLAB_PROPERTY(maxThreadsPerBlock, 1)
  __SHMEMLAB_PROPERTY(sharedMemPerBlock, 8)
  __SHMEMLAB_PROPERTY(totalConstMem, 9)
  __SHMEMLAB_PROPERTY(warpSize, 10)
  __SHMEMLAB_PROPERTY(regsPerBlock, 12)
  __SHMEMLAB_PROPERTY(multiProcessorCount, 16)
  __SHMEMLAB_PROPERTY(integrated, 18)
  __SHMEMLAB_PROPERTY(canMapHostMemory, 19)
  __SHMEMLAB_PROPERTY(concurrentKernels, 31)
  __SHMEMLAB_PROPERTY(memoryBusWidth, 37)
  __SHMEMLAB_PROPERTY(l2CacheSize, 38)
  __SHMEMLAB_PROPERTY(maxThreadsPerMultiProcessor, 39)
  __SHMEMLAB_PROPERTY(asyncEngineCount, 40)
  __SHMEMLAB_PROPERTY(unifiedAddressing, 41)
  __SHMEMLAB_PROPERTY(major, 75)
  __SHMEMLAB_PROPERTY(minor, 76)
  __SHMEMLAB_PROPERTY(sharedMemPerMultiprocessor, 81)
  __SHMEMLAB_PROPERTY(regsPerMultiprocessor, 82)
  __SHMEMLAB_PROPERTY(managedMemory, 83)
  __SHMEMLAB_PROPERTY(concurrentManagedAccess, 89)
  __SHMEMLAB_PROPERTY(cooperativeLaunch, 95)
  __SHMEMLAB_PROPERTY(sharedMemPerBlockOptin, 97)
  __SHMEMLAB_PROPERTY(maxBlocksPerMultiProcessor, 106)
  for (int i = 0; i < 3; i++) {
    __SHMEMLAB_PROPERTY(maxThreadsDim[i], (2 + i))
    __SHMEMLAB_PROPERTY(maxGridSize[i], (5 + i))
  }
#if CUDART_VERSION < 13000
  __SHMEMLAB_PROPERTY(clockRate, 13)
  __SHMEMLAB_PROPERTY(memoryClockRate, 36)
#endif
#undef __SHMEMLAB_PROPERTY
  return cudaSuccess;
}
