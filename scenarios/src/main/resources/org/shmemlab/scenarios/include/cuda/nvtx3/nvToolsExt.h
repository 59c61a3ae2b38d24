/* NVTX without a tool (NVTX 3, "NVIDIA Tools Extension Library"): marks and ranges that no profiler sees. */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>
#define NVTX_VERSION 3
#define NVTX_SUCCESS 0
#define NVTX_NO_PUSH_POP_TRACKING (-2)
#define NVTX_COLOR_UNKNOWN 0
#define NVTX_COLOR_ARGB 1
#define NVTX_MESSAGE_UNKNOWN 0
#define NVTX_MESSAGE_TYPE_ASCII 1
#define NVTX_MESSAGE_TYPE_UNICODE 2
#define NVTX_MESSAGE_TYPE_REGISTERED 3
#define NVTX_PAYLOAD_UNKNOWN 0
#define NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 1
#define NVTX_PAYLOAD_TYPE_INT64 2
#define NVTX_PAYLOAD_TYPE_DOUBLE 3
typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;
typedef union nvtxMessageValue_t {
  const char *ascii;
  const wchar_t *unicode;
  nvtxStringHandle_t registered;
} nvtxMessageValue_t;
typedef struct nvtxEventAttributes_v2 {
  uint16_t version, size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType, reserved0;
  union {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
    uint32_t uiValue;
    int32_t iValue;
    float fValue;
  } payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxEventAttributes_t;
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
#define __SHMEMLAB_NVTX static inline __attribute__((unused))
__SHMEMLAB_NVTX void nvtxInitialize(const void *reserved) {}
__SHMEMLAB_NVTX void nvtxMarkA(const char *message) {}
__SHMEMLAB_NVTX void nvtxMarkW(const wchar_t *message) {}
__SHMEMLAB_NVTX void nvtxMarkEx(const nvtxEventAttributes_t *event) {}
__SHMEMLAB_NVTX int nvtxRangePushA(const char *message) { return NVTX_NO_PUSH_POP_TRACKING; }
__SHMEMLAB_NVTX int nvtxRangePushW(const wchar_t *message) { return NVTX_NO_PUSH_POP_TRACKING; }
__SHMEMLAB_NVTX int nvtxRangePushEx(const nvtxEventAttributes_t *event) {
  return NVTX_NO_PUSH_POP_TRACKING;
}
__SHMEMLAB_NVTX int nvtxRangePop(void) { return NVTX_NO_PUSH_POP_TRACKING; }
__SHMEMLAB_NVTX nvtxRangeId_t nvtxRangeStartA(const char *message) { return 0; }
__SHMEMLAB_NVTX nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *event) { return 0; }
__SHMEMLAB_NVTX void nvtxRangeEnd(nvtxRangeId_t range) {}
__SHMEMLAB_NVTX void nvtxNameCategoryA(uint32_t category, const char *name) {}
__SHMEMLAB_NVTX void nvtxNameOsThreadA(uint32_t thread, const char *name) {}
__SHMEMLAB_NVTX void nvtxNameCuStreamA(void *stream, const char *name) {}
__SHMEMLAB_NVTX void nvtxNameCudaStreamA(void *stream, const char *name) {}
__SHMEMLAB_NVTX void nvtxNameCudaDeviceA(int device, const char *name) {}
__SHMEMLAB_NVTX nvtxDomainHandle_t nvtxDomainCreateA(const char *name) { return NULL; }
__SHMEMLAB_NVTX void nvtxDomainDestroy(nvtxDomainHandle_t domain) {}
__SHMEMLAB_NVTX nvtxStringHandle_t nvtxDomainRegisterStringA(
    nvtxDomainHandle_t domain, const char *string) {
  return NULL;
}
__SHMEMLAB_NVTX void nvtxDomainMarkEx(
    nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event) {}
__SHMEMLAB_NVTX int nvtxDomainRangePushEx(
    nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event) {
  return NVTX_NO_PUSH_POP_TRACKING;
}
__SHMEMLAB_NVTX int nvtxDomainRangePop(nvtxDomainHandle_t domain) {
  return NVTX_NO_PUSH_POP_TRACKING;
}
__SHMEMLAB_NVTX nvtxRangeId_t nvtxDomainRangeStartEx(
    nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event) {
  return 0;
}
__SHMEMLAB_NVTX void nvtxDomainRangeEnd(nvtxDomainHandle_t domain, nvtxRangeId_t range) {}
#define nvtxMark nvtxMarkA
#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxNameOsThread nvtxNameOsThreadA
