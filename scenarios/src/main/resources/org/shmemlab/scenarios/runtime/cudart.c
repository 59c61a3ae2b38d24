/* Functions of the CUDA runtime that follow from others (CUDA Runtime API reference: "Device
   Management", "Execution Control", "Occupancy", "Profiler Control"). A program's own definition of
   one of them comes first. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

#define OURS __attribute__((weak))

OURS cudaError_t cudaProfilerStart(void) { return cudaSuccess; }
OURS cudaError_t cudaProfilerStop(void) { return cudaSuccess; }

/* The mode says which calls a capture forbids to other threads: none of them is forbidden here. */
OURS cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode) {
  return cudaSuccess;
}

/* The bus of a device is its number. */
OURS cudaError_t cudaDeviceGetPCIBusId(char *id, int bytes, int device) {
  int count;
  cudaGetDeviceCount(&count);
  if (device < 0 || device >= count) return cudaErrorInvalidDevice;
  if (bytes < 13) return cudaErrorInvalidValue;
  snprintf(id, (size_t)bytes, "0000:%02x:00.0", device);
  return cudaSuccess;
}
OURS cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id) {
  unsigned int domain = 0, bus = 0;
  int count;
  if (sscanf(id, "%x:%x", &domain, &bus) != 2) return cudaErrorInvalidValue;
  cudaGetDeviceCount(&count);
  if (domain || bus >= (unsigned int)count) return cudaErrorInvalidDevice;
  *device = (int)bus;
  return cudaSuccess;
}

/* Performance rank, access, atomics, arrays: devices of a node are joined by NVLink. */
OURS cudaError_t cudaDeviceGetP2PAttribute(
    int *value, enum cudaDeviceP2PAttr attribute, int first, int second) {
  int count;
  cudaGetDeviceCount(&count);
  if (first == second || first < 0 || second < 0 || first >= count || second >= count)
    return cudaErrorInvalidDevice;
  if (attribute < 1 || attribute > 4) return cudaErrorInvalidValue;
  *value = attribute != cudaDevP2PAttrPerformanceRank;
  return cudaSuccess;
}

/* The first members of struct cudaFuncAttributes, which are those of every version. */
OURS cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *kernel) {
  struct {
    size_t shared, constants, locals;
    int maxThreadsPerBlock, registers, ptxVersion, binaryVersion, cacheMode, maxDynamicShared;
  } all = {0, 0, 0, 1024, 32, 90, 90, 0, 48 << 10};
  memcpy(attributes, &all, sizeof all - 4);
  return cudaSuccess;
}

OURS cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, const void *kernel, int threads, size_t shared, unsigned int flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, shared);
}
