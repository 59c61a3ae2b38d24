#pragma once
#include <nvshmem.h>
#include <stdio.h>
#include <stdlib.h>

typedef enum {
  NVSHMEM_STATUS_NOT_INITIALIZED = 0,
  NVSHMEM_STATUS_IS_BOOTSTRAPPED = 1,
  NVSHMEM_STATUS_IS_INITIALIZED = 2,
  NVSHMEM_STATUS_LIMITED_MPG = 3,
  NVSHMEM_STATUS_FULL_MPG = 4,
  NVSHMEM_STATUS_INVALID = 32767
} nvshmemx_init_status_t;

enum nvshmemx_status {
  NVSHMEMX_SUCCESS = 0,
  NVSHMEMX_ERROR_INVALID_VALUE = 1,
  NVSHMEMX_ERROR_OUT_OF_MEMORY = 2,
  NVSHMEMX_ERROR_NOT_SUPPORTED = 3,
  NVSHMEMX_ERROR_SYMMETRY = 4,
  NVSHMEMX_ERROR_GPU_NOT_SELECTED = 5,
  NVSHMEMX_ERROR_COLLECTIVE_LAUNCH_FAILED = 6,
  NVSHMEMX_ERROR_INTERNAL = 7
};

typedef int32_t nvshmemx_qp_handle_t;
typedef enum {
  NVSHMEMX_QP_HOST = 0,
  NVSHMEMX_QP_DEFAULT = 1,
  NVSHMEMX_QP_ANY = 2147483647,
  NVSHMEMX_QP_ALL = 2147483647
} nvshmemx_qp_handle_index_t;
typedef enum {
  NVSHMEMX_PE_ANY = 32768,
  NVSHMEMX_PE_ALL = 32768
} nvshmemx_pe_index_t;

/* The checks that NVSHMEM's own programs use. */
#define NVSHMEMI_ERROR_PRINT(...)                                   \
  do {                                                              \
    fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, __func__);   \
    fprintf(stderr, __VA_ARGS__);                                   \
  } while (0)
#define NVSHMEMI_ERROR_EXIT(...)       \
  do {                                 \
    NVSHMEMI_ERROR_PRINT(__VA_ARGS__); \
    exit(-1);                          \
  } while (0)
#define NVSHMEMI_NZ_EXIT(status, ...)                                         \
  do {                                                                        \
    if ((status) != 0) {                                                      \
      fprintf(stderr, "%s:%d: non-zero status: %d ", __FILE__, __LINE__, status); \
      fprintf(stderr, __VA_ARGS__);                                           \
      exit(-1);                                                               \
    }                                                                         \
  } while (0)
/* Release 3.7: shared memory for bulk copies. */
typedef enum {
  NVSHMEMX_SMEM_RECOMMENDED = 0,
  NVSHMEMX_SMEM_MINIMUM = 1,
  NVSHMEMX_SMEM_BARRIERS_ONLY = 2
} nvshmemx_smem_amount_t;

/* Release 3.8: a launch with attributes. */
typedef struct {
  cudaLaunchConfig_t cuda_config;
} nvshmemx_collective_launch_attr_t;

/* Release 3.8: regions, in which transfers may be held back. */
typedef uint64_t nvshmemx_region_handle_t;
typedef enum {
  NVSHMEMX_REGION_HINT_NONE = 0,
  NVSHMEMX_REGION_HINT_BATCH_RMA = 1
} nvshmemx_region_hint_t;
typedef struct {
  uint32_t hints;
  char reserved[60];
} nvshmemx_region_attrs_t;
#define NVSHMEMX_REGION_ATTRS_INITIALIZER {NVSHMEMX_REGION_HINT_NONE, {0}}

struct CUmod_st;
struct CUlib_st;
#include <shmemlab/nvshmemx.h>
