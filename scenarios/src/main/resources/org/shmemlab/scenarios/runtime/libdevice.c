/* The functions that NVIDIA's device library has under these names (libdevice User's Guide): Clang's
   wrapper of CUDA's headers calls them. Compiled for devices; a program gets those that it calls. */
#define OURS __attribute__((weak, always_inline))
#define ONE(T, name, own) OURS T __nv_##name(T x) { return own(x); }
#define TWO(T, name, own) OURS T __nv_##name(T x, T y) { return own(x, y); }

double sqrt(double), cbrt(double), exp(double), exp2(double), expm1(double), log(double), log2(double), log10(double), log1p(double), sin(double), cos(double), tan(double), asin(double), acos(double), atan(double), sinh(double), cosh(double), tanh(double), floor(double), ceil(double), round(double), rint(double), trunc(double), fabs(double), rsqrt(double);
double atan2(double, double), pow(double, double), fmod(double, double), hypot(double, double), fmin(double, double), fmax(double, double), copysign(double, double), fma(double, double, double);
float sqrtf(float), cbrtf(float), expf(float), exp2f(float), expm1f(float), logf(float), log2f(float), log10f(float), log1pf(float), sinf(float), cosf(float), tanf(float), asinf(float), acosf(float), atanf(float), sinhf(float), coshf(float), tanhf(float), floorf(float), ceilf(float), roundf(float), rintf(float), truncf(float), fabsf(float), rsqrtf(float);
float atan2f(float, float), powf(float, float), fmodf(float, float), hypotf(float, float), fminf(float, float), fmaxf(float, float), copysignf(float, float), fmaf(float, float, float);

ONE(double, sqrt, sqrt)
ONE(float, sqrtf, sqrtf)
ONE(double, cbrt, cbrt)
ONE(float, cbrtf, cbrtf)
ONE(double, exp, exp)
ONE(float, expf, expf)
ONE(double, exp2, exp2)
ONE(float, exp2f, exp2f)
ONE(double, expm1, expm1)
ONE(float, expm1f, expm1f)
ONE(double, log, log)
ONE(float, logf, logf)
ONE(double, log2, log2)
ONE(float, log2f, log2f)
ONE(double, log10, log10)
ONE(float, log10f, log10f)
ONE(double, log1p, log1p)
ONE(float, log1pf, log1pf)
ONE(double, sin, sin)
ONE(float, sinf, sinf)
ONE(double, cos, cos)
ONE(float, cosf, cosf)
ONE(double, tan, tan)
ONE(float, tanf, tanf)
ONE(double, asin, asin)
ONE(float, asinf, asinf)
ONE(double, acos, acos)
ONE(float, acosf, acosf)
ONE(double, atan, atan)
ONE(float, atanf, atanf)
ONE(double, sinh, sinh)
ONE(float, sinhf, sinhf)
ONE(double, cosh, cosh)
ONE(float, coshf, coshf)
ONE(double, tanh, tanh)
ONE(float, tanhf, tanhf)
ONE(double, floor, floor)
ONE(float, floorf, floorf)
ONE(double, ceil, ceil)
ONE(float, ceilf, ceilf)
ONE(double, round, round)
ONE(float, roundf, roundf)
ONE(double, rint, rint)
ONE(float, rintf, rintf)
ONE(double, trunc, trunc)
ONE(float, truncf, truncf)
ONE(double, fabs, fabs)
ONE(float, fabsf, fabsf)
ONE(double, rsqrt, rsqrt)
ONE(float, rsqrtf, rsqrtf)
TWO(double, atan2, atan2)
TWO(float, atan2f, atan2f)
TWO(double, pow, pow)
TWO(float, powf, powf)
TWO(double, fmod, fmod)
TWO(float, fmodf, fmodf)
TWO(double, hypot, hypot)
TWO(float, hypotf, hypotf)
TWO(double, fmin, fmin)
TWO(float, fminf, fminf)
TWO(double, fmax, fmax)
TWO(float, fmaxf, fmaxf)
TWO(double, copysign, copysign)
TWO(float, copysignf, copysignf)
ONE(double, nearbyint, rint)
ONE(float, nearbyintf, rintf)
OURS double __nv_fma(double x, double y, double z) { return fma(x, y, z); }
OURS float __nv_fmaf(float x, float y, float z) { return fmaf(x, y, z); }

/* as precise as the others */
ONE(float, fast_cosf, cosf)
ONE(float, fast_sinf, sinf)
ONE(float, fast_tanf, tanf)
ONE(float, fast_expf, expf)
ONE(float, fast_logf, logf)
ONE(float, fast_log2f, log2f)
ONE(float, fast_log10f, log10f)
TWO(float, fast_powf, powf)
OURS float __nv_fast_fdividef(float x, float y) { return x / y; }
OURS float __nv_fast_exp10f(float x) { return powf(10, x); }
OURS void __nv_fast_sincosf(float x, float *s, float *c) { *s = sinf(x); *c = cosf(x); }
OURS void __nv_sincos(double x, double *s, double *c) { *s = sin(x); *c = cos(x); }
#define PI 3.14159265358979323846
OURS double __nv_sinpi(double x) { return sin(x * PI); }
OURS double __nv_cospi(double x) { return cos(x * PI); }
OURS void __nv_sincospi(double x, double *s, double *c) { *s = sin(x * PI); *c = cos(x * PI); }
OURS double __nv_exp10(double x) { return pow(10, x); }
OURS double __nv_fdim(double x, double y) { return x > y ? x - y : x == x && y == y ? 0 : x + y; }
OURS double __nv_rcbrt(double x) { return 1 / cbrt(x); }
OURS double __nv_rhypot(double x, double y) { return 1 / hypot(x, y); }
OURS double __nv_norm3d(double x, double y, double z) { return sqrt(x * x + y * y + z * z); }
OURS double __nv_rnorm3d(double x, double y, double z) { return 1 / sqrt(x * x + y * y + z * z); }
OURS double __nv_norm4d(double x, double y, double z, double t) { return sqrt(x * x + y * y + z * z + t * t); }
OURS double __nv_rnorm4d(double x, double y, double z, double t) { return 1 / sqrt(x * x + y * y + z * z + t * t); }
OURS double __nv_acosh(double x) { return log(x + sqrt(x * x - 1)); }
OURS double __nv_asinh(double x) { return copysign(log(fabs(x) + sqrt(x * x + 1)), x); }
OURS double __nv_atanh(double x) { return log1p(2 * x / (1 - x)) / 2; }
OURS double __nv_ldexp(double x, int n) { return x * exp2(n); }
OURS double __nv_scalbn(double x, int n) { return x * exp2(n); }
OURS double __nv_powi(double x, int n) { return pow(x, n); }
OURS double __nv_modf(double x, double *whole) { *whole = trunc(x); return copysign(x - *whole, x); }
OURS int __nv_ilogb(double x) { return (int)floor(log2(fabs(x))); }
OURS double __nv_logb(double x) { return floor(log2(fabs(x))); }
OURS long long __nv_llrint(double x) { return (long long)rint(x); }
OURS long long __nv_llround(double x) { return (long long)round(x); }
OURS double __nv_remainder(double x, double y) { return x - rint(x / y) * y; }
OURS void __nv_sincosf(float x, float *s, float *c) { *s = sinf(x); *c = cosf(x); }
#define PIf 3.14159265358979323846f
OURS float __nv_sinpif(float x) { return sinf(x * PIf); }
OURS float __nv_cospif(float x) { return cosf(x * PIf); }
OURS void __nv_sincospif(float x, float *s, float *c) { *s = sinf(x * PIf); *c = cosf(x * PIf); }
OURS float __nv_exp10f(float x) { return powf(10, x); }
OURS float __nv_fdimf(float x, float y) { return x > y ? x - y : x == x && y == y ? 0 : x + y; }
OURS float __nv_rcbrtf(float x) { return 1 / cbrtf(x); }
OURS float __nv_rhypotf(float x, float y) { return 1 / hypotf(x, y); }
OURS float __nv_norm3df(float x, float y, float z) { return sqrtf(x * x + y * y + z * z); }
OURS float __nv_rnorm3df(float x, float y, float z) { return 1 / sqrtf(x * x + y * y + z * z); }
OURS float __nv_norm4df(float x, float y, float z, float t) { return sqrtf(x * x + y * y + z * z + t * t); }
OURS float __nv_rnorm4df(float x, float y, float z, float t) { return 1 / sqrtf(x * x + y * y + z * z + t * t); }
OURS float __nv_acoshf(float x) { return logf(x + sqrtf(x * x - 1)); }
OURS float __nv_asinhf(float x) { return copysignf(logf(fabsf(x) + sqrtf(x * x + 1)), x); }
OURS float __nv_atanhf(float x) { return log1pf(2 * x / (1 - x)) / 2; }
OURS float __nv_ldexpf(float x, int n) { return x * exp2f(n); }
OURS float __nv_scalbnf(float x, int n) { return x * exp2f(n); }
OURS float __nv_powif(float x, int n) { return powf(x, n); }
OURS float __nv_modff(float x, float *whole) { *whole = truncf(x); return copysignf(x - *whole, x); }
OURS int __nv_ilogbf(float x) { return (int)floorf(log2f(fabsf(x))); }
OURS float __nv_logbf(float x) { return floorf(log2f(fabsf(x))); }
OURS long long __nv_llrintf(float x) { return (long long)rintf(x); }
OURS long long __nv_llroundf(float x) { return (long long)roundf(x); }
OURS float __nv_remainderf(float x, float y) { return x - rintf(x / y) * y; }
OURS double __nv_nan(const signed char *tag) { return __builtin_nan(""); }
OURS float __nv_nanf(const signed char *tag) { return __builtin_nanf(""); }
OURS int __nv_isnand(double x) { return x != x; }
OURS int __nv_isnanf(float x) { return x != x; }
OURS int __nv_isinfd(double x) { return fabs(x) == __builtin_inf(); }
OURS int __nv_isinff(float x) { return fabsf(x) == __builtin_inff(); }
OURS int __nv_isfinited(double x) { return fabs(x) < __builtin_inf(); }
OURS int __nv_finitef(float x) { return fabsf(x) < __builtin_inff(); }
OURS float __nv_saturatef(float x) { return x > 0 ? x < 1 ? x : 1 : 0; }

/* the same bits */
#define BITS(name, T, U) \
  OURS T __nv_##name(U x) { \
    union { U from; T to; } both = {x}; \
    return both.to; \
  }
BITS(float_as_int, int, float)
BITS(float_as_uint, unsigned, float)
BITS(int_as_float, float, int)
BITS(uint_as_float, float, unsigned)
BITS(double_as_longlong, long long, double)
BITS(longlong_as_double, double, long long)
OURS int __nv_signbitd(double x) { return __nv_double_as_longlong(x) < 0; }
OURS int __nv_signbitf(float x) { return __nv_float_as_int(x) < 0; }
OURS int __nv_double2hiint(double x) { return (int)(__nv_double_as_longlong(x) >> 32); }
OURS int __nv_double2loint(double x) { return (int)__nv_double_as_longlong(x); }
OURS double __nv_hiloint2double(int high, int low) {
  return __nv_longlong_as_double((long long)high << 32 | (unsigned)low);
}
OURS unsigned short __nv_float2half_rn(float x) {
  unsigned short bits;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
  return bits;
}
OURS float __nv_half2float(unsigned short bits) {
  float x;
  asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
  return x;
}

/* conversions, by the way of rounding: to the nearest, to zero, down, up */
#define ROUNDED(name, T, U) \
  OURS T __nv_##name##_rn(U x) { return (T)(sizeof(U) == 4 ? rintf(x) : rint(x)); } \
  OURS T __nv_##name##_rz(U x) { return (T)x; } \
  OURS T __nv_##name##_rd(U x) { return (T)(sizeof(U) == 4 ? floorf(x) : floor(x)); } \
  OURS T __nv_##name##_ru(U x) { return (T)(sizeof(U) == 4 ? ceilf(x) : ceil(x)); }
ROUNDED(float2int, int, float)
ROUNDED(float2uint, unsigned, float)
ROUNDED(float2ll, long long, float)
ROUNDED(float2ull, unsigned long long, float)
ROUNDED(double2int, int, double)
ROUNDED(double2uint, unsigned, double)
ROUNDED(double2ll, long long, double)
ROUNDED(double2ull, unsigned long long, double)
OURS double __nv_int2double_rn(int x) { return x; }
OURS double __nv_uint2double_rn(unsigned x) { return x; }
OURS float __nv_int2float_rn(int x) { return x; }
OURS float __nv_uint2float_rn(unsigned x) { return x; }
OURS float __nv_ll2float_rn(long long x) { return x; }
OURS float __nv_ull2float_rn(unsigned long long x) { return x; }
OURS double __nv_ll2double_rn(long long x) { return x; }
OURS double __nv_ull2double_rn(unsigned long long x) { return x; }
OURS float __nv_double2float_rn(double x) { return x; }

/* arithmetic that rounds to the nearest */
#define RN(name, T, op) \
  OURS T __nv_##name##_rn(T x, T y) { return x op y; }
RN(fadd, float, +)
RN(fsub, float, -)
RN(fmul, float, *)
RN(fdiv, float, /)
RN(dadd, double, +)
RN(dsub, double, -)
RN(dmul, double, *)
RN(ddiv, double, /)
OURS float __nv_frcp_rn(float x) { return 1 / x; }
OURS double __nv_drcp_rn(double x) { return 1 / x; }
OURS float __nv_fsqrt_rn(float x) { return sqrtf(x); }
OURS double __nv_dsqrt_rn(double x) { return sqrt(x); }
OURS float __nv_frsqrt_rn(float x) { return rsqrtf(x); }
OURS float __nv_fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
OURS float __nv_fmaf_ieee_rn(float x, float y, float z) { return fmaf(x, y, z); }
OURS double __nv_fma_rn(double x, double y, double z) { return fma(x, y, z); }

/* arithmetic and conversions that round toward zero, down and up: the instruction of PTX */
#define WAYS(X, name, instruction, type, ...) \
  X(name##_rz, instruction ".rz" type, __VA_ARGS__) \
  X(name##_rd, instruction ".rm" type, __VA_ARGS__) \
  X(name##_ru, instruction ".rp" type, __VA_ARGS__)
#define PTX1(name, text, T, t, U, u) \
  OURS T __nv_##name(U x) { \
    T result; \
    asm(text " %0, %1;" : "=" t(result) : u(x)); \
    return result; \
  }
#define PTX2(name, text, T, t) \
  OURS T __nv_##name(T x, T y) { \
    T result; \
    asm(text " %0, %1, %2;" : "=" t(result) : t(x), t(y)); \
    return result; \
  }
#define PTX3(name, text, T, t) \
  OURS T __nv_##name(T x, T y, T z) { \
    T result; \
    asm(text " %0, %1, %2, %3;" : "=" t(result) : t(x), t(y), t(z)); \
    return result; \
  }
WAYS(PTX2, fadd, "add", ".f32", float, "f")
WAYS(PTX2, fsub, "sub", ".f32", float, "f")
WAYS(PTX2, fmul, "mul", ".f32", float, "f")
WAYS(PTX2, fdiv, "div", ".f32", float, "f")
WAYS(PTX1, frcp, "rcp", ".f32", float, "f", float, "f")
WAYS(PTX1, fsqrt, "sqrt", ".f32", float, "f", float, "f")
WAYS(PTX3, fmaf, "fma", ".f32", float, "f")
WAYS(PTX3, fmaf_ieee, "fma", ".f32", float, "f")
WAYS(PTX2, dadd, "add", ".f64", double, "d")
WAYS(PTX2, dsub, "sub", ".f64", double, "d")
WAYS(PTX2, dmul, "mul", ".f64", double, "d")
WAYS(PTX2, ddiv, "div", ".f64", double, "d")
WAYS(PTX1, drcp, "rcp", ".f64", double, "d", double, "d")
WAYS(PTX1, dsqrt, "sqrt", ".f64", double, "d", double, "d")
WAYS(PTX3, fma, "fma", ".f64", double, "d")
WAYS(PTX1, int2float, "cvt", ".f32.s32", float, "f", int, "r")
WAYS(PTX1, uint2float, "cvt", ".f32.u32", float, "f", unsigned, "r")
WAYS(PTX1, ll2float, "cvt", ".f32.s64", float, "f", long long, "l")
WAYS(PTX1, ull2float, "cvt", ".f32.u64", float, "f", unsigned long long, "l")
WAYS(PTX1, ll2double, "cvt", ".f64.s64", double, "d", long long, "l")
WAYS(PTX1, ull2double, "cvt", ".f64.u64", double, "d", unsigned long long, "l")
WAYS(PTX1, double2float, "cvt", ".f32.f64", float, "f", double, "d")

/* integers */
OURS int __nv_abs(int x) { return x < 0 ? -x : x; }
OURS long long __nv_llabs(long long x) { return x < 0 ? -x : x; }
#define LEAST(name, T) \
  OURS T __nv_##name##min(T x, T y) { return x < y ? x : y; } \
  OURS T __nv_##name##max(T x, T y) { return x > y ? x : y; }
LEAST(, int)
LEAST(u, unsigned)
LEAST(ll, long long)
LEAST(ull, unsigned long long)
OURS int __nv_popc(unsigned x) { return __builtin_popcount(x); }
OURS int __nv_popcll(unsigned long long x) { return __builtin_popcountll(x); }
OURS int __nv_clz(int x) { return x ? __builtin_clz(x) : 32; }
OURS int __nv_clzll(long long x) { return x ? __builtin_clzll(x) : 64; }
OURS int __nv_ffs(int x) { return x ? __builtin_ctz(x) + 1 : 0; }
OURS int __nv_ffsll(long long x) { return x ? __builtin_ctzll(x) + 1 : 0; }
OURS int __nv_brev(int x) { return __builtin_bitreverse32(x); }
OURS long long __nv_brevll(long long x) { return __builtin_bitreverse64(x); }
OURS int __nv_byte_perm(int x, int y, int selection) {
  int result;
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(result) : "r"(x), "r"(y), "r"(selection & 0x7777));
  return result;
}
OURS int __nv_mulhi(int x, int y) { return (int)((long long)x * y >> 32); }
OURS unsigned __nv_umulhi(unsigned x, unsigned y) { return (unsigned)((unsigned long long)x * y >> 32); }
OURS long long __nv_mul64hi(long long x, long long y) { return (long long)((__int128)x * y >> 64); }
OURS unsigned long long __nv_umul64hi(unsigned long long x, unsigned long long y) {
  return (unsigned long long)((unsigned __int128)x * y >> 64);
}
OURS int __nv_mul24(int x, int y) { return (x << 8 >> 8) * (y << 8 >> 8); }
OURS unsigned __nv_umul24(unsigned x, unsigned y) { return (x & 0xFFFFFF) * (y & 0xFFFFFF); }
OURS int __nv_hadd(int x, int y) { return (int)(((long long)x + y) >> 1); }
OURS int __nv_rhadd(int x, int y) { return (int)(((long long)x + y + 1) >> 1); }
OURS int __nv_uhadd(unsigned x, unsigned y) { return (int)(((unsigned long long)x + y) >> 1); }
OURS unsigned __nv_urhadd(unsigned x, unsigned y) {
  return (unsigned)(((unsigned long long)x + y + 1) >> 1);
}
OURS int __nv_sad(int x, int y, int z) { return (x < y ? y - x : x - y) + z; }
OURS unsigned __nv_usad(unsigned x, unsigned y, unsigned z) { return (x < y ? y - x : x - y) + z; }
