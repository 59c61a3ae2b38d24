/* Precedes every source in CUDA where the headers are a toolkit's: the compiler's own wrapper of
   them, then the words of nvcc's dialect that it has not. */
#pragma once
#pragma GCC system_header
#include <shmemlab/toolkit_atomics.h>
#include <assert.h>
#include <stdio.h>
#include <__clang_cuda_runtime_wrapper.h>
#include <shmemlab/properties.h>
#ifdef __cplusplus
#define typeof __typeof__
#include <math.h> /* nvcc includes it, so that isnan needs no std:: */
static inline __device__ double nan(const char *tag) { return __builtin_nan(""); }
static inline __device__ float nanf(const char *tag) { return __builtin_nanf(""); }
#endif
#undef __managed__
#define __managed__ __attribute__((device, section(".managed")))
#undef __grid_constant__
#define __grid_constant__ __attribute__((grid_constant))

/* The least and the greatest of two numbers, which nvcc has on the host, too (CUDA Math API). */
#define __SHMEMLAB_LEAST(R, A, B) \
  static inline R min(A a, B b) { return (R)a < (R)b ? (R)a : (R)b; } \
  static inline R max(A a, B b) { return (R)a > (R)b ? (R)a : (R)b; }
__SHMEMLAB_LEAST(int, int, int)
__SHMEMLAB_LEAST(unsigned int, unsigned int, unsigned int)
__SHMEMLAB_LEAST(long, long, long)
__SHMEMLAB_LEAST(unsigned long, unsigned long, unsigned long)
__SHMEMLAB_LEAST(long long, long long, long long)
__SHMEMLAB_LEAST(unsigned long long, unsigned long long, unsigned long long)
__SHMEMLAB_LEAST(float, float, float)
__SHMEMLAB_LEAST(double, double, double)
__SHMEMLAB_LEAST(unsigned int, int, unsigned int)
__SHMEMLAB_LEAST(unsigned int, unsigned int, int)
__SHMEMLAB_LEAST(unsigned long, long, unsigned long)
__SHMEMLAB_LEAST(unsigned long, unsigned long, long)
__SHMEMLAB_LEAST(unsigned long long, long long, unsigned long long)
__SHMEMLAB_LEAST(unsigned long long, unsigned long long, long long)
__SHMEMLAB_LEAST(double, float, double)
__SHMEMLAB_LEAST(double, double, float)
#undef __SHMEMLAB_LEAST
