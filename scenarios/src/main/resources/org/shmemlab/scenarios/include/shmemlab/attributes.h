/* How the declarations of the catalogue are written in each language. */
#pragma once
#ifdef __CUDA__
#define __SHMEMLAB_ON_DEVICE __attribute__((device))
#define __SHMEMLAB_ON_BOTH __attribute__((host)) __attribute__((device))
#else
#define __SHMEMLAB_ON_DEVICE
#define __SHMEMLAB_ON_BOTH
#endif
#ifdef __SHMEMLAB_TOOLKIT
/* the toolkit's types */
#ifdef __cplusplus
extern "C++" {
struct __half;
struct __nv_bfloat16;
}
#define __SHMEMLAB_HALF __half
#define __SHMEMLAB_BFLOAT16 __nv_bfloat16
#else
#define __SHMEMLAB_HALF unsigned short
#define __SHMEMLAB_BFLOAT16 unsigned short
#endif
#else
#define __SHMEMLAB_HALF _Float16
#define __SHMEMLAB_BFLOAT16 __bf16
#ifdef __CUDA__
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
/* one object that both sides reach */
#define __managed__ __attribute__((device, section(".managed")))
#define __grid_constant__ __attribute__((grid_constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#endif
#endif
#define __SHMEMLAB_INLINE static inline __attribute__((always_inline))
#ifdef __cplusplus
#define __SHMEMLAB_C extern "C"
#define __SHMEMLAB_OVERLOADED extern "C++"
#define __SHMEMLAB_TEMPLATE extern "C++" template <class __T>
extern "C++" {
template <bool> struct __shmemlab_choice {};
template <> struct __shmemlab_choice<true> { typedef int type; };
template <bool condition> using __shmemlab_if = typename __shmemlab_choice<condition>::type;
}
#else
#define __SHMEMLAB_C
#define __SHMEMLAB_OVERLOADED __attribute__((overloadable))
#endif
