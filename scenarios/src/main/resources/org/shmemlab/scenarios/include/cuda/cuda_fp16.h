#pragma once
#include <cuda_runtime.h>
/* Numbers of 16 bits and pairs of them (CUDA Math API, "Half Precision Intrinsics", "Bfloat16
   Precision Intrinsics"). They are the compiler's own, so that operators work on them everywhere. */
typedef _Float16 half;
typedef _Float16 __half;
typedef __bf16 nv_bfloat16;
typedef __bf16 __nv_bfloat16;
#ifdef __cplusplus
extern "C++" {
#define __SHMEMLAB_BOTH __SHMEMLAB_INLINE __host__ __device__
struct __attribute__((aligned(4))) __half2 { __half x, y; };
struct __attribute__((aligned(4))) __nv_bfloat162 { __nv_bfloat16 x, y; };
typedef __half2 half2;
typedef __nv_bfloat162 nv_bfloat162;

#define __SHMEMLAB_UNARY(T, T2, name, result)                                        \
  __SHMEMLAB_BOTH T __h##name(T a) { return result; }                                \
  __SHMEMLAB_BOTH T2 __h##name##2(T2 a) { return {__h##name(a.x), __h##name(a.y)}; }
#define __SHMEMLAB_BINARY(T, T2, name, result)                                       \
  __SHMEMLAB_BOTH T __h##name(T a, T b) { return result; }                           \
  __SHMEMLAB_BOTH T2 __h##name##2(T2 a, T2 b) { return {__h##name(a.x, b.x), __h##name(a.y, b.y)}; }
#define __SHMEMLAB_COMPARE(T, T2, name, op)                                          \
  __SHMEMLAB_BOTH bool __h##name(T a, T b) { return a op b; }                        \
  __SHMEMLAB_BOTH T2 __h##name##2(T2 a, T2 b) { return {(T)(a.x op b.x), (T)(a.y op b.y)}; }
#define __SHMEMLAB_OPERATOR2(T2, op)                                                 \
  __SHMEMLAB_BOTH T2 operator op(T2 a, T2 b) { return {a.x op b.x, a.y op b.y}; }    \
  __SHMEMLAB_BOTH T2 &operator op##=(T2 &a, T2 b) { return a = a op b; }
#define __SHMEMLAB_NUMBERS(T, T2)                                                    \
  __SHMEMLAB_BINARY(T, T2, add, a + b)                                               \
  __SHMEMLAB_BINARY(T, T2, sub, a - b)                                               \
  __SHMEMLAB_BINARY(T, T2, mul, a * b)                                               \
  __SHMEMLAB_BINARY(T, T2, max, a > b ? a : b)                                       \
  __SHMEMLAB_BINARY(T, T2, min, a < b ? a : b)                                       \
  __SHMEMLAB_UNARY(T, T2, neg, -a)                                                   \
  __SHMEMLAB_UNARY(T, T2, abs, a < (T)0 ? -a : a)                                    \
  __SHMEMLAB_COMPARE(T, T2, eq, ==)                                                  \
  __SHMEMLAB_COMPARE(T, T2, ne, !=)                                                  \
  __SHMEMLAB_COMPARE(T, T2, lt, <)                                                   \
  __SHMEMLAB_COMPARE(T, T2, le, <=)                                                  \
  __SHMEMLAB_COMPARE(T, T2, gt, >)                                                   \
  __SHMEMLAB_COMPARE(T, T2, ge, >=)                                                  \
  __SHMEMLAB_OPERATOR2(T2, +)                                                        \
  __SHMEMLAB_OPERATOR2(T2, -)                                                        \
  __SHMEMLAB_OPERATOR2(T2, *)                                                        \
  __SHMEMLAB_OPERATOR2(T2, /)                                                        \
  __SHMEMLAB_BOTH T __hdiv(T a, T b) { return a / b; }                               \
  __SHMEMLAB_BOTH T2 __h2div(T2 a, T2 b) { return a / b; }                           \
  __SHMEMLAB_BOTH bool __hisnan(T a) { return a != a; }                              \
  __SHMEMLAB_BOTH T __hfma(T a, T b, T c) { return (T)((float)a * (float)b + (float)c); } \
  __SHMEMLAB_BOTH T2 __hfma2(T2 a, T2 b, T2 c) {                                     \
    return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};                           \
  }                                                                                  \
  __SHMEMLAB_BOTH float __low2float(T2 a) { return (float)a.x; }                     \
  __SHMEMLAB_BOTH float __high2float(T2 a) { return (float)a.y; }
__SHMEMLAB_NUMBERS(__half, __half2)
__SHMEMLAB_NUMBERS(__nv_bfloat16, __nv_bfloat162)

#define __SHMEMLAB_BITS(T, name)                                                     \
  __SHMEMLAB_BOTH unsigned short __##name##_as_ushort(T a) { return __builtin_bit_cast(unsigned short, a); } \
  __SHMEMLAB_BOTH short __##name##_as_short(T a) { return __builtin_bit_cast(short, a); } \
  __SHMEMLAB_BOTH T __ushort_as_##name(unsigned short a) { return __builtin_bit_cast(T, a); } \
  __SHMEMLAB_BOTH T __short_as_##name(short a) { return __builtin_bit_cast(T, a); }
__SHMEMLAB_BITS(__half, half)
__SHMEMLAB_BITS(__nv_bfloat16, bfloat16)

__SHMEMLAB_BOTH __half __float2half(float x) { return (__half)x; }
__SHMEMLAB_BOTH __half __float2half_rn(float x) { return (__half)x; }
__SHMEMLAB_BOTH float __half2float(__half x) { return (float)x; }
__SHMEMLAB_BOTH __half2 make_half2(__half x, __half y) { return {x, y}; }
__SHMEMLAB_BOTH __half2 __halves2half2(__half x, __half y) { return {x, y}; }
__SHMEMLAB_BOTH __half2 __half2half2(__half x) { return {x, x}; }
__SHMEMLAB_BOTH __half2 __float2half2_rn(float x) { return {(__half)x, (__half)x}; }
__SHMEMLAB_BOTH __half2 __floats2half2_rn(float x, float y) { return {(__half)x, (__half)y}; }
__SHMEMLAB_BOTH __half2 __float22half2_rn(float2 a) { return {(__half)a.x, (__half)a.y}; }
__SHMEMLAB_BOTH float2 __half22float2(__half2 a) { return make_float2(a.x, a.y); }
__SHMEMLAB_BOTH __half __low2half(__half2 a) { return a.x; }
__SHMEMLAB_BOTH __half __high2half(__half2 a) { return a.y; }
__SHMEMLAB_BOTH __half __double2half(double x) { return (__half)x; }
__SHMEMLAB_BOTH __half __int2half_rn(int x) { return (__half)x; }

/* Rounded to the next number in a direction: 1 up, -1 down, 0 toward zero. */
__SHMEMLAB_BOTH __half __shmemlab_half(double x, int to) {
  __half near = (__half)x;
  unsigned short bits = __half_as_ushort(near);
  bool down = to ? to < 0 : x > 0, negative = bits >> 15;
  if (down && (double)near > x) return __ushort_as_half(negative ? bits + 1 : bits - 1);
  if (!down && (double)near < x) return __ushort_as_half(negative ? bits - 1 : bits + 1);
  return near;
}
/* The same of a whole number, from the least to the most; 2: to the nearest, to the even of two. */
template <class T> __SHMEMLAB_BOTH T __shmemlab_whole(float x, int to, T least, T most, T none) {
  if (x != x) return none;
  if (x <= (float)least) return least;
  if (x >= (float)most) return most;
  long floor = (long)x - ((float)(long)x > x);
  float over = x - (float)floor;
  bool up = to == 1   ? over > 0
            : to == 2 ? over > 0.5f || (over == 0.5f && (floor & 1))
                      : to == 0 && x < 0 && over > 0;
  return (T)(floor + up);
}
__SHMEMLAB_BOTH __half __float2half_rz(float x) { return __shmemlab_half(x, 0); }
__SHMEMLAB_BOTH __half __float2half_ru(float x) { return __shmemlab_half(x, 1); }
__SHMEMLAB_BOTH __half __float2half_rd(float x) { return __shmemlab_half(x, -1); }
#define __SHMEMLAB_WHOLE(name, T, least, most, none)                                         \
  __SHMEMLAB_BOTH __half __##name##2half_rz(T x) { return __shmemlab_half((double)x, 0); }   \
  __SHMEMLAB_BOTH __half __##name##2half_ru(T x) { return __shmemlab_half((double)x, 1); }   \
  __SHMEMLAB_BOTH __half __##name##2half_rd(T x) { return __shmemlab_half((double)x, -1); }  \
  __SHMEMLAB_BOTH T __half2##name##_rz(__half x) {                                           \
    return __shmemlab_whole<T>((float)x, 0, least, most, none);                              \
  }                                                                                          \
  __SHMEMLAB_BOTH T __half2##name##_ru(__half x) {                                           \
    return __shmemlab_whole<T>((float)x, 1, least, most, none);                              \
  }                                                                                          \
  __SHMEMLAB_BOTH T __half2##name##_rd(__half x) {                                           \
    return __shmemlab_whole<T>((float)x, -1, least, most, none);                             \
  }                                                                                          \
  __SHMEMLAB_BOTH T __half2##name##_rn(__half x) {                                           \
    return __shmemlab_whole<T>((float)x, 2, least, most, none);                              \
  }
__SHMEMLAB_WHOLE(int, int, INT_MIN, INT_MAX, 0)
__SHMEMLAB_WHOLE(uint, unsigned int, 0, UINT_MAX, 0)
__SHMEMLAB_WHOLE(short, short, SHRT_MIN, SHRT_MAX, 0)
__SHMEMLAB_WHOLE(ushort, unsigned short, 0, USHRT_MAX, 0)
__SHMEMLAB_WHOLE(ll, long long, LLONG_MIN, LLONG_MAX, LLONG_MIN)
__SHMEMLAB_WHOLE(ull, unsigned long long, 0, ULLONG_MAX, 1ull << 63)
#undef __SHMEMLAB_WHOLE
__SHMEMLAB_BOTH __half __uint2half_rn(unsigned int x) { return (__half)x; }
__SHMEMLAB_BOTH __half __short2half_rn(short x) { return (__half)x; }
__SHMEMLAB_BOTH __half __ushort2half_rn(unsigned short x) { return (__half)x; }
__SHMEMLAB_BOTH __half __ll2half_rn(long long x) { return (__half)(double)x; }
__SHMEMLAB_BOTH __half __ull2half_rn(unsigned long long x) { return (__half)(double)x; }

__SHMEMLAB_BOTH __nv_bfloat16 __float2bfloat16(float x) { return (__nv_bfloat16)x; }
__SHMEMLAB_BOTH float __bfloat162float(__nv_bfloat16 x) { return (float)x; }
__SHMEMLAB_BOTH __nv_bfloat16 __float2bfloat16_rn(float x) { return (__nv_bfloat16)x; }
__SHMEMLAB_BOTH __nv_bfloat16 __double2bfloat16(double x) { return (__nv_bfloat16)x; }
__SHMEMLAB_BOTH __nv_bfloat16 __int2bfloat16_rn(int x) { return (__nv_bfloat16)(float)x; }
__SHMEMLAB_BOTH int __bfloat162int_rz(__nv_bfloat16 x) { return (int)(float)x; }
__SHMEMLAB_BOTH __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }
__SHMEMLAB_BOTH __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }
__SHMEMLAB_BOTH __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { return {x, x}; }
__SHMEMLAB_BOTH __nv_bfloat162 __float2bfloat162_rn(float x) {
  return {(__nv_bfloat16)x, (__nv_bfloat16)x};
}
__SHMEMLAB_BOTH __nv_bfloat162 __floats2bfloat162_rn(float x, float y) {
  return {(__nv_bfloat16)x, (__nv_bfloat16)y};
}
__SHMEMLAB_BOTH __nv_bfloat162 __float22bfloat162_rn(float2 a) {
  return {(__nv_bfloat16)a.x, (__nv_bfloat16)a.y};
}
__SHMEMLAB_BOTH float2 __bfloat1622float2(__nv_bfloat162 a) {
  return make_float2((float)a.x, (float)a.y);
}
__SHMEMLAB_BOTH __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
__SHMEMLAB_BOTH __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
#undef __SHMEMLAB_UNARY
#undef __SHMEMLAB_BINARY
#undef __SHMEMLAB_COMPARE
#undef __SHMEMLAB_OPERATOR2
#undef __SHMEMLAB_NUMBERS
#undef __SHMEMLAB_BITS
#undef __SHMEMLAB_BOTH
}
#endif
