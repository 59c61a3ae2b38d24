/* Functions of devices that are written in C++ (CUDA C++ Programming Guide, "Address Space
   Predicate/Conversion Functions", "Load/Store Functions Using Cache Hints", "Warp Match
   Functions", "Programmatic Dependent Launch and Synchronization"; CUDA Math API, "Integer Intrinsics", "Type Casting Intrinsics"). */
#pragma once
extern "C++" {
#define __SHMEMLAB_DEVICE __SHMEMLAB_INLINE __device__
#define __SHMEMLAB_HINTED(name) \
  template <class T> __SHMEMLAB_DEVICE T __ld##name(const T *address) { return *address; }
__SHMEMLAB_HINTED(g)
__SHMEMLAB_HINTED(cg)
__SHMEMLAB_HINTED(ca)
__SHMEMLAB_HINTED(cs)
__SHMEMLAB_HINTED(lu)
__SHMEMLAB_HINTED(cv)
#undef __SHMEMLAB_HINTED
#define __SHMEMLAB_HINTED(name) \
  template <class T> __SHMEMLAB_DEVICE void __st##name(T *address, T value) { *address = value; }
__SHMEMLAB_HINTED(wb)
__SHMEMLAB_HINTED(cg)
__SHMEMLAB_HINTED(cs)
__SHMEMLAB_HINTED(wt)
#undef __SHMEMLAB_HINTED

/* An address of shared memory has 14 bits for the variable and 18 for the byte in it. */
__SHMEMLAB_DEVICE size_t __cvta_generic_to_shared(const void *p) {
  size_t a = (size_t)p;
  return (a >> 34 & 0x3FFF) << 18 | (a & 0x3FFFF);
}
__SHMEMLAB_DEVICE void *__cvta_shared_to_generic(size_t a) {
  size_t generic;
  asm("cvta.shared.u64 %0, %1;" : "=l"(generic) : "l"(a));
  return (void *)generic;
}
__SHMEMLAB_DEVICE size_t __cvta_generic_to_global(const void *p) { return (size_t)p; }
__SHMEMLAB_DEVICE void *__cvta_global_to_generic(size_t a) { return (void *)a; }
__SHMEMLAB_DEVICE unsigned __isShared(const void *p) {
  return (size_t)p >> 60 == (size_t)__cvta_shared_to_generic(0) >> 60;
}

#define __SHMEMLAB_MATCH_ALL(T, bits)                                                       \
  __SHMEMLAB_DEVICE unsigned __match_all_sync(unsigned mask, T value, int *equal) {         \
    unsigned all = __match_any_sync(mask, (unsigned bits)value);                            \
    *equal = all == mask;                                                                   \
    return *equal ? mask : 0;                                                               \
  }
__SHMEMLAB_MATCH_ALL(int, int)
__SHMEMLAB_MATCH_ALL(unsigned, int)
__SHMEMLAB_MATCH_ALL(long, long long)
__SHMEMLAB_MATCH_ALL(unsigned long, long long)
__SHMEMLAB_MATCH_ALL(long long, long long)
__SHMEMLAB_MATCH_ALL(unsigned long long, long long)
#undef __SHMEMLAB_MATCH_ALL
__SHMEMLAB_DEVICE unsigned __match_all_sync(unsigned mask, float value, int *equal) {
  return __match_all_sync(mask, __float_as_uint(value), equal);
}
__SHMEMLAB_DEVICE unsigned __match_all_sync(unsigned mask, double value, int *equal) {
  return __match_all_sync(mask, (unsigned long long)__double_as_longlong(value), equal);
}

__SHMEMLAB_DEVICE unsigned __byte_perm(unsigned x, unsigned y, unsigned s) {
  unsigned r;
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(s & 0x7777));
  return r;
}
__SHMEMLAB_DEVICE void cudaGridDependencySynchronize() {
  asm volatile("griddepcontrol.wait;" ::: "memory");
}
__SHMEMLAB_DEVICE void cudaTriggerProgrammaticLaunchCompletion() {
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}

/* PTX ISA, "fns": the bit of the mask that is |offset| set bits from a base, upwards or downwards. */
__SHMEMLAB_DEVICE unsigned __fns(unsigned mask, unsigned base, int offset) {
  if (offset == 0) return base < 32 && mask >> base & 1 ? base : ~0u;
  int left = offset < 0 ? -offset : offset;
  for (int at = (int)base; at >= 0 && at < 32; at += offset < 0 ? -1 : 1)
    if ((mask >> at & 1) && --left == 0) return at;
  return ~0u;
}
__SHMEMLAB_DEVICE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return (((unsigned long long)high << 32 | low) << (shift & 31)) >> 32;
}
__SHMEMLAB_DEVICE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return ((unsigned long long)high << 32 | low) >> (shift & 31);
}
__SHMEMLAB_DEVICE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return (unsigned __int128)x * y >> 64;
}
__SHMEMLAB_DEVICE long long __mul64hi(long long x, long long y) { return (__int128)x * y >> 64; }
__SHMEMLAB_DEVICE int __mul24(int x, int y) { return (x << 8 >> 8) * (y << 8 >> 8); }
__SHMEMLAB_DEVICE unsigned __umul24(unsigned x, unsigned y) { return (x & 0xFFFFFF) * (y & 0xFFFFFF); }
__SHMEMLAB_DEVICE int __float2int_rn(float x) { return (int)rintf(x); }
__SHMEMLAB_DEVICE int __float2int_rz(float x) { return (int)x; }
__SHMEMLAB_DEVICE int __float2int_rd(float x) { return (int)floorf(x); }
__SHMEMLAB_DEVICE int __float2int_ru(float x) { return (int)ceilf(x); }
__SHMEMLAB_DEVICE unsigned __float2uint_rn(float x) { return (unsigned)rintf(x); }
__SHMEMLAB_DEVICE unsigned __float2uint_rz(float x) { return (unsigned)x; }
__SHMEMLAB_DEVICE float __int2float_rn(int x) { return (float)x; }
__SHMEMLAB_DEVICE float __uint2float_rn(unsigned x) { return (float)x; }
__SHMEMLAB_DEVICE double __int2double_rn(int x) { return (double)x; }
__SHMEMLAB_DEVICE float __double2float_rn(double x) { return (float)x; }
__SHMEMLAB_DEVICE int __double2int_rz(double x) { return (int)x; }
__SHMEMLAB_DEVICE double __hiloint2double(int high, int low) {
  return __longlong_as_double((long long)high << 32 | (unsigned)low);
}
__SHMEMLAB_DEVICE int __double2hiint(double x) { return __double_as_longlong(x) >> 32; }
__SHMEMLAB_DEVICE int __double2loint(double x) { return (int)__double_as_longlong(x); }
__SHMEMLAB_DEVICE float __fadd_rn(float x, float y) { return x + y; }
__SHMEMLAB_DEVICE float __fsub_rn(float x, float y) { return x - y; }
__SHMEMLAB_DEVICE float __fmul_rn(float x, float y) { return x * y; }
__SHMEMLAB_DEVICE float __fdiv_rn(float x, float y) { return x / y; }
__SHMEMLAB_DEVICE float __frcp_rn(float x) { return 1 / x; }
__SHMEMLAB_DEVICE float __frsqrt_rn(float x) { return rsqrtf(x); }
__SHMEMLAB_DEVICE float __saturatef(float x) { return x > 0 ? x < 1 ? x : 1 : 0; }
__SHMEMLAB_DEVICE double __dadd_rn(double x, double y) { return x + y; }
__SHMEMLAB_DEVICE double __dsub_rn(double x, double y) { return x - y; }
__SHMEMLAB_DEVICE double __dmul_rn(double x, double y) { return x * y; }
__SHMEMLAB_DEVICE double __ddiv_rn(double x, double y) { return x / y; }
__SHMEMLAB_DEVICE double __drcp_rn(double x) { return 1 / x; }
__SHMEMLAB_DEVICE double __dsqrt_rn(double x) { return sqrt(x); }
__SHMEMLAB_DEVICE double __fma_rn(double x, double y, double z) { return fma(x, y, z); }

/* toward zero, down and up */
#define __SHMEMLAB_WAYS(X, name, instruction, type, ...) \
  X(__##name##_rz, instruction ".rz" type, __VA_ARGS__)  \
  X(__##name##_rd, instruction ".rm" type, __VA_ARGS__)  \
  X(__##name##_ru, instruction ".rp" type, __VA_ARGS__)
#define __SHMEMLAB_1(name, text, T, t, U, u)                \
  __SHMEMLAB_DEVICE T name(U x) {                           \
    T result;                                               \
    asm(text " %0, %1;" : "=" t(result) : u(x));            \
    return result;                                          \
  }
#define __SHMEMLAB_2(name, text, T, t)                      \
  __SHMEMLAB_DEVICE T name(T x, T y) {                      \
    T result;                                               \
    asm(text " %0, %1, %2;" : "=" t(result) : t(x), t(y));  \
    return result;                                          \
  }
#define __SHMEMLAB_3(name, text, T, t)                                \
  __SHMEMLAB_DEVICE T name(T x, T y, T z) {                           \
    T result;                                                         \
    asm(text " %0, %1, %2, %3;" : "=" t(result) : t(x), t(y), t(z));  \
    return result;                                                    \
  }
__SHMEMLAB_WAYS(__SHMEMLAB_2, fadd, "add", ".f32", float, "f")
__SHMEMLAB_WAYS(__SHMEMLAB_2, fsub, "sub", ".f32", float, "f")
__SHMEMLAB_WAYS(__SHMEMLAB_2, fmul, "mul", ".f32", float, "f")
__SHMEMLAB_WAYS(__SHMEMLAB_2, fdiv, "div", ".f32", float, "f")
__SHMEMLAB_WAYS(__SHMEMLAB_1, frcp, "rcp", ".f32", float, "f", float, "f")
__SHMEMLAB_WAYS(__SHMEMLAB_1, fsqrt, "sqrt", ".f32", float, "f", float, "f")
__SHMEMLAB_WAYS(__SHMEMLAB_3, fmaf, "fma", ".f32", float, "f")
__SHMEMLAB_WAYS(__SHMEMLAB_2, dadd, "add", ".f64", double, "d")
__SHMEMLAB_WAYS(__SHMEMLAB_2, dsub, "sub", ".f64", double, "d")
__SHMEMLAB_WAYS(__SHMEMLAB_2, dmul, "mul", ".f64", double, "d")
__SHMEMLAB_WAYS(__SHMEMLAB_2, ddiv, "div", ".f64", double, "d")
__SHMEMLAB_WAYS(__SHMEMLAB_1, drcp, "rcp", ".f64", double, "d", double, "d")
__SHMEMLAB_WAYS(__SHMEMLAB_1, dsqrt, "sqrt", ".f64", double, "d", double, "d")
__SHMEMLAB_WAYS(__SHMEMLAB_3, fma, "fma", ".f64", double, "d")
__SHMEMLAB_WAYS(__SHMEMLAB_1, int2float, "cvt", ".f32.s32", float, "f", int, "r")
__SHMEMLAB_WAYS(__SHMEMLAB_1, uint2float, "cvt", ".f32.u32", float, "f", unsigned, "r")
__SHMEMLAB_WAYS(__SHMEMLAB_1, ll2float, "cvt", ".f32.s64", float, "f", long long, "l")
__SHMEMLAB_WAYS(__SHMEMLAB_1, ull2float, "cvt", ".f32.u64", float, "f", unsigned long long, "l")
__SHMEMLAB_WAYS(__SHMEMLAB_1, ll2double, "cvt", ".f64.s64", double, "d", long long, "l")
__SHMEMLAB_WAYS(__SHMEMLAB_1, ull2double, "cvt", ".f64.u64", double, "d", unsigned long long, "l")
__SHMEMLAB_WAYS(__SHMEMLAB_1, double2float, "cvt", ".f32.f64", float, "f", double, "d")
#undef __SHMEMLAB_WAYS
#undef __SHMEMLAB_1
#undef __SHMEMLAB_2
#undef __SHMEMLAB_3
#undef __SHMEMLAB_DEVICE
}
