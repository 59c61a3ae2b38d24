#pragma once
#include <cuda_runtime.h>
/* CUDA C++ Programming Guide, "Pipeline Primitives Interface". */
#ifdef __CUDA__
extern "C++" {
#define __SHMEMLAB_PIPELINE __SHMEMLAB_INLINE __device__
__SHMEMLAB_PIPELINE void __pipeline_memcpy_async(
    void *shared, const void *global, size_t size, size_t zeros = 0) {
  unsigned to = (unsigned)__cvta_generic_to_shared(shared), bytes = (unsigned)(size - zeros);
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(global),
               "r"((unsigned)size), "r"(bytes)
               : "memory");
}
__SHMEMLAB_PIPELINE void __pipeline_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
__SHMEMLAB_PIPELINE void __pipeline_wait_prior(size_t groups) {
  asm volatile("cp.async.wait_group %0;" ::"r"((unsigned)groups) : "memory");
}
#undef __SHMEMLAB_PIPELINE
}
#endif
