/* Queries of the NVIDIA Management Library (NVML API Reference Guide): a device is its number plus 1. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

#define OURS __attribute__((weak)) int

enum { SUCCESS = 0, INVALID_ARGUMENT = 2, NOT_SUPPORTED = 3, NOT_FOUND = 6 };

OURS nvmlInit(void) { return SUCCESS; }
OURS nvmlInit_v2(void) { return SUCCESS; }
OURS nvmlInitWithFlags(unsigned int flags) { return SUCCESS; }
OURS nvmlShutdown(void) { return SUCCESS; }
__attribute__((weak)) const char *nvmlErrorString(int result) {
  switch (result) {
    case SUCCESS: return "The operation was successful";
    case INVALID_ARGUMENT: return "A supplied argument is invalid";
    case NOT_SUPPORTED: return "The requested operation is not available on target device";
    case NOT_FOUND: return "A query to find an object was unsuccessful";
    default: return "An internal driver error occurred";
  }
}
OURS nvmlDeviceGetCount_v2(unsigned int *count) {
  int devices;
  cudaGetDeviceCount(&devices);
  *count = (unsigned int)devices;
  return SUCCESS;
}
OURS nvmlDeviceGetHandleByIndex_v2(unsigned int index, long *device) {
  unsigned int count;
  nvmlDeviceGetCount_v2(&count);
  if (index >= count) return INVALID_ARGUMENT;
  *device = index + 1L;
  return SUCCESS;
}
OURS nvmlDeviceGetHandleByPciBusId_v2(const char *id, long *device) {
  int index;
  if (cudaDeviceGetByPCIBusId(&index, id) != cudaSuccess) return NOT_FOUND;
  *device = index + 1L;
  return SUCCESS;
}
OURS nvmlDeviceGetHandleByPciBusId(const char *id, long *device) {
  return nvmlDeviceGetHandleByPciBusId_v2(id, device);
}
OURS nvmlDeviceGetIndex(long device, unsigned int *index) {
  *index = (unsigned int)device - 1;
  return SUCCESS;
}
OURS nvmlDeviceGetName(long device, char *name, unsigned int bytes) {
  struct cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, (int)device - 1);
  snprintf(name, bytes, "%s", properties.name);
  return SUCCESS;
}
/* Devices of a node are joined by NVLink: all that is asked of a pair is there. */
OURS nvmlDeviceGetP2PStatus(long first, long second, int what, int *status) {
  *status = 0;
  return SUCCESS;
}
/* A node is no part of a larger NVLink domain as far as this says. */
OURS nvmlDeviceGetGpuFabricInfo(long device, void *info) { return NOT_SUPPORTED; }
OURS nvmlDeviceGetGpuFabricInfoV(long device, void *info) { return NOT_SUPPORTED; }
