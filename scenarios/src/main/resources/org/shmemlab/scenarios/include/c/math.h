#pragma once
#define _MATH_H 1 /* that of the machine has nothing to add */
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
typedef float float_t;
typedef double double_t;
#include <shmemlab/math.h>
#ifndef __cplusplus
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf(x)
#define isfinite(x) __builtin_isfinite(x)
#define signbit(x) __builtin_signbit(x)
#endif
/* Declared so that C++ headers find them; a call of one of these is reported. */
#ifdef __cplusplus
extern "C" {
#endif
double acosh(double), asinh(double), atanh(double), erf(double), erfc(double), fdim(double, double);
double frexp(double, int *), ldexp(double, int), lgamma(double), logb(double), modf(double, double *);
double nan(const char *), nextafter(double, double), nexttoward(double, long double);
double remainder(double, double), remquo(double, double, int *), scalbln(double, long);
double scalbn(double, int), tgamma(double);
float acoshf(float), asinhf(float), atanhf(float), erff(float), erfcf(float), fdimf(float, float);
float frexpf(float, int *), ldexpf(float, int), lgammaf(float), logbf(float), modff(float, float *);
float nanf(const char *), nearbyintf(float), nextafterf(float, float), nexttowardf(float, long double);
float remainderf(float, float), remquof(float, float, int *), scalblnf(float, long);
float scalbnf(float, int), tgammaf(float);
int ilogb(double), ilogbf(float), ilogbl(long double);
long lrint(double), lrintf(float), lrintl(long double);
long lround(double), lroundf(float), lroundl(long double);
long long llrint(double), llrintf(float), llrintl(long double);
long long llround(double), llroundf(float), llroundl(long double);
long double acosl(long double), acoshl(long double), asinl(long double), asinhl(long double);
long double atanl(long double), atan2l(long double, long double), atanhl(long double);
long double cbrtl(long double), ceill(long double), copysignl(long double, long double);
long double cosl(long double), coshl(long double), erfl(long double), erfcl(long double);
long double expl(long double), exp2l(long double), expm1l(long double), fabsl(long double);
long double fdiml(long double, long double), floorl(long double);
long double fmal(long double, long double, long double), fmaxl(long double, long double);
long double fminl(long double, long double), fmodl(long double, long double);
long double frexpl(long double, int *), hypotl(long double, long double);
long double ldexpl(long double, int), lgammal(long double), logl(long double);
long double log10l(long double), log1pl(long double), log2l(long double), logbl(long double);
long double modfl(long double, long double *), nanl(const char *), nearbyintl(long double);
long double nextafterl(long double, long double), nexttowardl(long double, long double);
long double powl(long double, long double), remainderl(long double, long double);
long double remquol(long double, long double, int *), rintl(long double), roundl(long double);
long double scalblnl(long double, long), scalbnl(long double, int), sinl(long double);
long double sinhl(long double), sqrtl(long double), tanl(long double), tanhl(long double);
long double tgammal(long double), truncl(long double);
#ifdef __cplusplus
}
#endif
