/* Complex numbers (ISO C 17, 7.3). */
#pragma once
#define complex _Complex
#define _Complex_I (__extension__ 1.0iF)
#define I _Complex_I
#define CMPLX(x, y) __builtin_complex((double)(x), (double)(y))
#define CMPLXF(x, y) __builtin_complex((float)(x), (float)(y))
#define CMPLXL(x, y) __builtin_complex((long double)(x), (long double)(y))
#ifdef __cplusplus
extern "C" {
#endif
#define __SHMEMLAB_PART(name)           \
  double name(double _Complex);         \
  float name##f(float _Complex);        \
  long double name##l(long double _Complex);
#define __SHMEMLAB_COMPLEX(name)                \
  double _Complex name(double _Complex);        \
  float _Complex name##f(float _Complex);       \
  long double _Complex name##l(long double _Complex);
__SHMEMLAB_PART(creal) __SHMEMLAB_PART(cimag) __SHMEMLAB_PART(cabs) __SHMEMLAB_PART(carg)
__SHMEMLAB_COMPLEX(conj) __SHMEMLAB_COMPLEX(cproj) __SHMEMLAB_COMPLEX(csqrt)
__SHMEMLAB_COMPLEX(cexp) __SHMEMLAB_COMPLEX(clog)
__SHMEMLAB_COMPLEX(csin) __SHMEMLAB_COMPLEX(ccos) __SHMEMLAB_COMPLEX(ctan)
__SHMEMLAB_COMPLEX(csinh) __SHMEMLAB_COMPLEX(ccosh) __SHMEMLAB_COMPLEX(ctanh)
double _Complex cpow(double _Complex, double _Complex);
float _Complex cpowf(float _Complex, float _Complex);
long double _Complex cpowl(long double _Complex, long double _Complex);
#undef __SHMEMLAB_PART
#undef __SHMEMLAB_COMPLEX
#ifdef __cplusplus
}
#endif
