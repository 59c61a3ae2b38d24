#ifndef SHMEMLAB_COOPERATIVE_GROUPS_H
#define SHMEMLAB_COOPERATIVE_GROUPS_H
#include <cuda_runtime.h>
/* The groups of whole blocks and grids. A call g.f() is the function TYPE__f() of this header. */
namespace cooperative_groups {
struct grid_group { char unused; };
struct thread_block { char unused; };
inline __device__ grid_group this_grid() { grid_group g = {0}; return g; }
inline __device__ thread_block this_thread_block() { thread_block b = {0}; return b; }

inline __device__ unsigned int thread_block__thread_rank() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
inline __device__ unsigned int thread_block__size() {
  return blockDim.x * blockDim.y * blockDim.z;
}
inline __device__ unsigned int thread_block__num_threads() { return thread_block__size(); }
inline __device__ dim3 thread_block__group_index() { return blockIdx; }
inline __device__ dim3 thread_block__thread_index() { return threadIdx; }
inline __device__ dim3 thread_block__group_dim() { return blockDim; }
inline __device__ void thread_block__sync() { __syncthreads(); }

inline __device__ unsigned long long grid_group__num_blocks() {
  return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
}
inline __device__ unsigned long long grid_group__block_rank() {
  return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}
inline __device__ unsigned long long grid_group__size() {
  return grid_group__num_blocks() * thread_block__size();
}
inline __device__ unsigned long long grid_group__num_threads() { return grid_group__size(); }
inline __device__ unsigned long long grid_group__thread_rank() {
  return grid_group__block_rank() * thread_block__size() + thread_block__thread_rank();
}
inline __device__ dim3 grid_group__group_dim() { return gridDim; }
inline __device__ bool grid_group__is_valid() { return true; }
inline __device__ void grid_group__sync() { __shmemlab_grid_sync(); }

inline __device__ void sync(const grid_group &) { __shmemlab_grid_sync(); }
inline __device__ void sync(const thread_block &) { __syncthreads(); }
}
#endif
