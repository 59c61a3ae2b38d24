#ifndef SHMEMLAB_COOPERATIVE_GROUPS_H
#define SHMEMLAB_COOPERATIVE_GROUPS_H
#include <cuda_runtime.h>
#error not supported yet: cooperative_groups.h; __syncthreads, __syncwarp and nvshmemx_collective_launch are
#endif
