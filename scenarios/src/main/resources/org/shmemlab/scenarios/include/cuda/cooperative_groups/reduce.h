#pragma once
#include <cooperative_groups.h>
/* CUDA C++ Programming Guide, "Cooperative Groups", "reduce", "inclusive_scan, exclusive_scan". */
#ifdef __CUDA__
extern "C++" {
namespace cooperative_groups {
#define __SHMEMLAB_OPERATOR(name, result)                                \
  template <class T = void> struct name {                                \
    __SHMEMLAB_MEMBER T operator()(T a, T b) const { return result; }    \
  };                                                                     \
  template <> struct name<void> {                                        \
    template <class T> __SHMEMLAB_MEMBER T operator()(T a, T b) const {  \
      return result;                                                     \
    }                                                                    \
  };
__SHMEMLAB_OPERATOR(plus, a + b)
__SHMEMLAB_OPERATOR(less, b < a ? b : a)
__SHMEMLAB_OPERATOR(greater, a < b ? b : a)
__SHMEMLAB_OPERATOR(bit_and, a & b)
__SHMEMLAB_OPERATOR(bit_or, a | b)
__SHMEMLAB_OPERATOR(bit_xor, a ^ b)
#undef __SHMEMLAB_OPERATOR

/* Every lane combines the same values in the same order, but for the two sides of an operator. */
template <class Group, class T, class Op>
__SHMEMLAB_MEMBER static inline T reduce(const Group &g, T value, Op op) {
  unsigned lanes = __popc(g.__mask());
  if (lanes & (lanes - 1)) {
    T all = g.shfl(value, 0);
    for (unsigned i = 1; i < lanes; i++) all = op(all, g.shfl(value, i));
    return all;
  }
  for (unsigned d = 1; d < lanes; d *= 2) value = op(value, g.shfl_xor(value, d));
  return value;
}
template <class Group, class T, class Op>
__SHMEMLAB_MEMBER static inline T inclusive_scan(const Group &g, T value, Op op) {
  for (unsigned d = 1; d < g.size(); d *= 2) {
    T other = g.shfl_up(value, d);
    if (g.thread_rank() >= d) value = op(other, value);
  }
  return value;
}
template <class Group, class T>
__SHMEMLAB_MEMBER static inline T inclusive_scan(const Group &g, T value) {
  return inclusive_scan(g, value, plus<T>());
}
template <class Group, class T, class Op>
__SHMEMLAB_MEMBER static inline T exclusive_scan(const Group &g, T value, Op op) {
  T before = g.shfl_up(inclusive_scan(g, value, op), 1);
  return g.thread_rank() ? before : T();
}
template <class Group, class T>
__SHMEMLAB_MEMBER static inline T exclusive_scan(const Group &g, T value) {
  return exclusive_scan(g, value, plus<T>());
}
}
}
#endif
