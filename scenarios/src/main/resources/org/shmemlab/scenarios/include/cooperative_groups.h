#pragma once
#include <cuda_runtime.h>
/* The groups of whole blocks and grids (CUDA C++ Programming Guide, "Cooperative Groups"). */
#define __SHMEMLAB_MEMBER __attribute__((always_inline)) __device__
extern "C++" {
namespace cooperative_groups {
class thread_block {
 public:
  __SHMEMLAB_MEMBER static unsigned int thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  __SHMEMLAB_MEMBER static unsigned int size() { return blockDim.x * blockDim.y * blockDim.z; }
  __SHMEMLAB_MEMBER static unsigned int num_threads() { return size(); }
  __SHMEMLAB_MEMBER static dim3 group_index() { return blockIdx; }
  __SHMEMLAB_MEMBER static dim3 thread_index() { return threadIdx; }
  __SHMEMLAB_MEMBER static dim3 group_dim() { return blockDim; }
  __SHMEMLAB_MEMBER static dim3 dim_threads() { return blockDim; }
  __SHMEMLAB_MEMBER static void sync() { __syncthreads(); }
};
class grid_group {
 public:
  __SHMEMLAB_MEMBER static unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  __SHMEMLAB_MEMBER static unsigned long long block_rank() {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  __SHMEMLAB_MEMBER static unsigned long long size() { return num_blocks() * thread_block::size(); }
  __SHMEMLAB_MEMBER static unsigned long long num_threads() { return size(); }
  __SHMEMLAB_MEMBER static unsigned long long thread_rank() {
    return block_rank() * thread_block::size() + thread_block::thread_rank();
  }
  __SHMEMLAB_MEMBER static dim3 group_dim() { return gridDim; }
  __SHMEMLAB_MEMBER static dim3 dim_blocks() { return gridDim; }
  __SHMEMLAB_MEMBER static bool is_valid() { return true; }
  __SHMEMLAB_MEMBER static void sync() { __shmemlab_grid_sync(); }
};
__SHMEMLAB_MEMBER static inline grid_group this_grid() { return grid_group(); }
__SHMEMLAB_MEMBER static inline thread_block this_thread_block() { return thread_block(); }
template <class Group> __SHMEMLAB_MEMBER static inline void sync(const Group &g) { g.sync(); }
}
}
