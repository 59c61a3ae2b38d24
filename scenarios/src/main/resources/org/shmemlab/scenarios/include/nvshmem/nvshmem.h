#pragma once
#include <cuda_runtime.h>
#include <stdint.h>
#if defined(__SHMEMLAB_TOOLKIT) && defined(__cplusplus)
/* as NVSHMEM's own header: some of its names have these types */
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#endif

#define NVSHMEM_MAJOR_VERSION 1
#define NVSHMEM_MINOR_VERSION 3
#define NVSHMEM_VENDOR_MAJOR_VERSION 3
#define NVSHMEM_VENDOR_MINOR_VERSION 4
#define NVSHMEM_VENDOR_PATCH_VERSION 5
#define NVSHMEM_VENDOR_STRING "ShmemLab"
#define NVSHMEM_MAX_NAME_LEN 256

#define NVSHMEM_THREAD_SINGLE 0
#define NVSHMEM_THREAD_FUNNELED 1
#define NVSHMEM_THREAD_SERIALIZED 2
#define NVSHMEM_THREAD_MULTIPLE 3

#define NVSHMEM_CMP_EQ 0
#define NVSHMEM_CMP_NE 1
#define NVSHMEM_CMP_GT 2
#define NVSHMEM_CMP_LE 3
#define NVSHMEM_CMP_LT 4
#define NVSHMEM_CMP_GE 5

#define NVSHMEM_SIGNAL_SET 9
#define NVSHMEM_SIGNAL_ADD 10

typedef int32_t nvshmem_team_t;
typedef struct {
  int version;
  int num_contexts;
} nvshmem_team_config_t;
#define NVSHMEM_TEAM_CONFIG_INITIALIZER {1, 0}
#define NVSHMEM_TEAM_NUM_CONTEXTS 1L
#define NVSHMEM_TEAM_INVALID (-1)
#define NVSHMEM_TEAM_WORLD 0
#define NVSHMEM_TEAM_SHARED 1
#define NVSHMEMX_TEAM_NODE 2
/* names no team yet; its number must not be that of another one */
#define NVSHMEMX_TEAM_SAME_MYPE_NODE 5

#define NVSHMEMX_INIT_THREAD_PES (1 << 0)
#define NVSHMEMX_INIT_WITH_MPI_COMM (1 << 1)
#define NVSHMEMX_INIT_WITH_SHMEM (1 << 2)
#define NVSHMEMX_INIT_WITH_UNIQUEID (1 << 3)
#define NVSHMEMX_INIT_MAX (1 << 31)

typedef struct {
  int version;
  char internal[124];
} nvshmemx_uniqueid_t;
#define NVSHMEMX_UNIQUEID_INITIALIZER {1}

typedef struct {
  int version;
  nvshmemx_uniqueid_t *id;
  int myrank;
  int nranks;
} nvshmemx_uniqueid_args_t;

typedef struct {
  int version;
  nvshmemx_uniqueid_args_t uid_args;
  char content[96];
} nvshmemx_init_args_t;

typedef struct {
  int version;
  void *mpi_comm;
  nvshmemx_init_args_t args;
} nvshmemx_init_attr_t;
#define NVSHMEMX_INIT_ATTR_INITIALIZER {1}

#include <shmemlab/nvshmem.h>
#ifdef __CUDA__
#include <cooperative_groups.h>
#include <nvshmemx.h> /* as in NVSHMEM's own, whose extensions for devices come with it */
#endif
