/* Complex numbers (ISO C 17, 7.3 and annex G): by their definitions, over numbers that are real. */
#include <complex.h>
#include <math.h>

#define OURS __attribute__((weak))

/* The compiler's functions for * and / (annex G, 5.1): where a product or quotient of infinities
   comes out as no number at all, it is the infinity that it should be. */
#define SIGN(x, of) __builtin_copysign((double)(x), (double)(of))
#define BOXED(x) SIGN(__builtin_isinf(x) ? 1 : 0, x)
#define UNBOXED(x) if (__builtin_isnan(x)) x = SIGN(0, x)
#define ARITHMETIC(T, suffix)                                                  \
  OURS T _Complex __mul##suffix(T a, T b, T c, T d) {                          \
    T x = a * c - b * d, y = a * d + b * c;                                    \
    if (!__builtin_isnan(x) || !__builtin_isnan(y)) return __builtin_complex(x, y); \
    int again = 0;                                                             \
    if (__builtin_isinf(a) || __builtin_isinf(b)) {                            \
      a = BOXED(a), b = BOXED(b), again = 1;                                   \
      UNBOXED(c);                                                              \
      UNBOXED(d);                                                              \
    }                                                                          \
    if (__builtin_isinf(c) || __builtin_isinf(d)) {                            \
      c = BOXED(c), d = BOXED(d), again = 1;                                   \
      UNBOXED(a);                                                              \
      UNBOXED(b);                                                              \
    }                                                                          \
    if (again) x = INFINITY * (a * c - b * d), y = INFINITY * (a * d + b * c); \
    return __builtin_complex(x, y);                                            \
  }                                                                            \
  OURS T _Complex __div##suffix(T a, T b, T c, T d) {                          \
    T x, y;                                                                    \
    if (fabs((double)c) < fabs((double)d)) {                                   \
      T ratio = c / d, whole = c * ratio + d;                                  \
      x = (a * ratio + b) / whole, y = (b * ratio - a) / whole;                \
    } else {                                                                   \
      T ratio = d / c, whole = d * ratio + c;                                  \
      x = (b * ratio + a) / whole, y = (b - a * ratio) / whole;                \
    }                                                                          \
    if (!__builtin_isnan(x) || !__builtin_isnan(y)) return __builtin_complex(x, y); \
    if (c == 0 && d == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) {    \
      x = SIGN(INFINITY, c) * a, y = SIGN(INFINITY, c) * b;                    \
    } else if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) && __builtin_isfinite(d)) { \
      a = BOXED(a), b = BOXED(b);                                              \
      x = INFINITY * (a * c + b * d), y = INFINITY * (b * c - a * d);          \
    } else if ((__builtin_isinf(c) || __builtin_isinf(d)) && __builtin_isfinite(a) && __builtin_isfinite(b)) { \
      c = BOXED(c), d = BOXED(d);                                              \
      x = 0 * (a * c + b * d), y = 0 * (b * c - a * d);                        \
    }                                                                          \
    return __builtin_complex(x, y);                                            \
  }
ARITHMETIC(float, sc3)
ARITHMETIC(double, dc3)
ARITHMETIC(long double, xc3)

/* The same for float and long double, by way of double. */
#define PART(name)                                                            \
  OURS float name##f(float _Complex z) { return (float)name(z); }             \
  OURS long double name##l(long double _Complex z) { return name((double _Complex)z); }
#define COMPLEX(name)                                                         \
  OURS float _Complex name##f(float _Complex z) { return (float _Complex)name(z); } \
  OURS long double _Complex name##l(long double _Complex z) { return name((double _Complex)z); }

OURS double creal(double _Complex z) { return __real__ z; }
OURS double cimag(double _Complex z) { return __imag__ z; }
OURS double cabs(double _Complex z) { return hypot(__real__ z, __imag__ z); }
OURS double carg(double _Complex z) { return atan2(__imag__ z, __real__ z); }
OURS double _Complex conj(double _Complex z) { return CMPLX(__real__ z, -__imag__ z); }
OURS double _Complex cproj(double _Complex z) {
  if (!__builtin_isinf(__real__ z) && !__builtin_isinf(__imag__ z)) return z;
  return CMPLX(INFINITY, __builtin_copysign(0.0, __imag__ z));
}
OURS double _Complex csqrt(double _Complex z) {
  double x = __real__ z, y = __imag__ z, size = hypot(x, y);
  if (size == 0) return CMPLX(0, y);
  double larger = sqrt((size + fabs(x)) / 2), other = fabs(y) / (2 * larger);
  return x >= 0 ? CMPLX(larger, __builtin_copysign(other, y))
                : CMPLX(other, __builtin_copysign(larger, y));
}
OURS double _Complex cexp(double _Complex z) {
  double size = exp(__real__ z), y = __imag__ z;
  return y == 0 ? CMPLX(size, y) : CMPLX(size * cos(y), size * sin(y));
}
OURS double _Complex clog(double _Complex z) { return CMPLX(log(cabs(z)), carg(z)); }
OURS double _Complex cpow(double _Complex z, double _Complex power) {
  if (z == 0) return power == 0 ? 1 : 0;
  return cexp(power * clog(z));
}
OURS float _Complex cpowf(float _Complex z, float _Complex power) {
  return (float _Complex)cpow(z, power);
}
OURS long double _Complex cpowl(long double _Complex z, long double _Complex power) {
  return cpow((double _Complex)z, (double _Complex)power);
}
OURS double _Complex csinh(double _Complex z) {
  double x = __real__ z, y = __imag__ z;
  return CMPLX(sinh(x) * cos(y), cosh(x) * sin(y));
}
OURS double _Complex ccosh(double _Complex z) {
  double x = __real__ z, y = __imag__ z;
  return CMPLX(cosh(x) * cos(y), sinh(x) * sin(y));
}
OURS double _Complex ctanh(double _Complex z) { return csinh(z) / ccosh(z); }
/* sin(z) = -i sinh(iz), and so on */
OURS double _Complex csin(double _Complex z) {
  double x = __real__ z, y = __imag__ z;
  return CMPLX(sin(x) * cosh(y), cos(x) * sinh(y));
}
OURS double _Complex ccos(double _Complex z) {
  double x = __real__ z, y = __imag__ z;
  return CMPLX(cos(x) * cosh(y), -sin(x) * sinh(y));
}
OURS double _Complex ctan(double _Complex z) { return csin(z) / ccos(z); }

PART(creal) PART(cimag) PART(cabs) PART(carg)
COMPLEX(conj) COMPLEX(cproj) COMPLEX(csqrt) COMPLEX(cexp) COMPLEX(clog)
COMPLEX(csin) COMPLEX(ccos) COMPLEX(ctan) COMPLEX(csinh) COMPLEX(ccosh) COMPLEX(ctanh)
