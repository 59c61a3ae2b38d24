#pragma once
#include <cuda_fp16.h>
#include <cuda_bf16.h>
/* Numbers of 8 bits: storage and conversions (CUDA Math API, "FP8 Intrinsics"). */
#ifdef __cplusplus
extern "C++" {
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
#define __SHMEMLAB_BOTH __SHMEMLAB_INLINE __host__ __device__

/* Rounded to even; too large a number becomes the largest one, or infinity or not a number. */
__SHMEMLAB_BOTH __nv_fp8_storage_t __nv_cvt_float_to_fp8(
    float x, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) {
  int bits = kind == __NV_E4M3 ? 3 : 2, bias = kind == __NV_E4M3 ? 7 : 15;
  unsigned largest = kind == __NV_E4M3 ? 0x7E : 0x7B;
  unsigned all = __builtin_bit_cast(unsigned, x), sign = all >> 24 & 0x80, size = all & 0x7FFFFFFF;
  if (size > 0x7F800000) return sign | 0x7F;
  int exponent = (int)(size >> 23) - 127 + bias, drop = 23 - bits;
  unsigned long long fraction = (size & 0x7FFFFF) | (size >> 23 ? 0x800000 : 0);
  if (exponent < 1) drop += 1 - exponent;
  unsigned kept = 0;
  if (drop < 40) {
    unsigned long long half = 1ull << (drop - 1), rest = fraction & (2 * half - 1);
    kept = (unsigned)(fraction >> drop);
    if (rest > half || (rest == half && (kept & 1))) kept++;
  }
  unsigned code = exponent < 1 ? kept : kept + ((unsigned)(exponent - 1) << bits);
  if (code > largest || size == 0x7F800000)
    code = saturation == __NV_SATFINITE ? largest : kind == __NV_E4M3 ? 0x7F : 0x7C;
  return sign | code;
}
__SHMEMLAB_BOTH float __shmemlab_fp8_to_float(
    __nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
  int bits = kind == __NV_E4M3 ? 3 : 2, bias = kind == __NV_E4M3 ? 7 : 15;
  unsigned size = x & 0x7F, exponent = size >> bits, fraction = size & ((1u << bits) - 1);
  if (kind == __NV_E4M3 ? size == 0x7F : size > 0x7C) return __builtin_nanf("");
  if (kind == __NV_E5M2 && size == 0x7C) return x & 0x80 ? -__builtin_inff() : __builtin_inff();
  float value = exponent ? (float)(fraction + (1u << bits)) : (float)fraction;
  int scale = (int)(exponent ? exponent : 1) - bias - bits;
  value *= __builtin_bit_cast(float, (unsigned)(scale + 127) << 23);
  return x & 0x80 ? -value : value;
}
__SHMEMLAB_BOTH __half __nv_cvt_fp8_to_halfraw(
    __nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
  return (__half)__shmemlab_fp8_to_float(x, kind);
}
__SHMEMLAB_BOTH __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(
    float2 x, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) {
  return (__nv_fp8x2_storage_t)(__nv_cvt_float_to_fp8(x.x, saturation, kind) |
                                __nv_cvt_float_to_fp8(x.y, saturation, kind) << 8);
}
__SHMEMLAB_BOTH __half2 __nv_cvt_fp8x2_to_halfraw2(
    __nv_fp8x2_storage_t x, __nv_fp8_interpretation_t kind) {
  return {__nv_cvt_fp8_to_halfraw(x & 0xFF, kind), __nv_cvt_fp8_to_halfraw(x >> 8, kind)};
}

#define __SHMEMLAB_FP8(name, kind)                                                         \
  struct __nv_fp8_##name {                                                                 \
    __nv_fp8_storage_t __x;                                                                \
    __nv_fp8_##name() = default;                                                           \
    template <class T> __host__ __device__ explicit __nv_fp8_##name(T x)                   \
        : __x(__nv_cvt_float_to_fp8((float)x, __NV_SATFINITE, kind)) {}                    \
    __host__ __device__ operator float() const { return __shmemlab_fp8_to_float(__x, kind); } \
  };                                                                                       \
  struct __nv_fp8x2_##name {                                                               \
    __nv_fp8x2_storage_t __x;                                                              \
    __nv_fp8x2_##name() = default;                                                         \
    __host__ __device__ explicit __nv_fp8x2_##name(float2 x)                               \
        : __x(__nv_cvt_float2_to_fp8x2(x, __NV_SATFINITE, kind)) {}                        \
    __host__ __device__ explicit operator float2() const {                                 \
      return make_float2(__shmemlab_fp8_to_float(__x & 0xFF, kind),                        \
                         __shmemlab_fp8_to_float(__x >> 8, kind));                         \
    }                                                                                      \
  };                                                                                       \
  struct __nv_fp8x4_##name {                                                               \
    __nv_fp8x4_storage_t __x;                                                              \
    __nv_fp8x4_##name() = default;                                                         \
    __host__ __device__ explicit __nv_fp8x4_##name(float4 x)                               \
        : __x(__nv_fp8x2_##name(make_float2(x.x, x.y)).__x |                               \
              (unsigned)__nv_fp8x2_##name(make_float2(x.z, x.w)).__x << 16) {}             \
    __host__ __device__ explicit operator float4() const {                                 \
      return make_float4(__shmemlab_fp8_to_float(__x & 0xFF, kind),                        \
                         __shmemlab_fp8_to_float(__x >> 8 & 0xFF, kind),                   \
                         __shmemlab_fp8_to_float(__x >> 16 & 0xFF, kind),                  \
                         __shmemlab_fp8_to_float(__x >> 24, kind));                        \
    }                                                                                      \
  };
__SHMEMLAB_FP8(e4m3, __NV_E4M3)
__SHMEMLAB_FP8(e5m2, __NV_E5M2)
#undef __SHMEMLAB_FP8
#undef __SHMEMLAB_BOTH
}
#endif
