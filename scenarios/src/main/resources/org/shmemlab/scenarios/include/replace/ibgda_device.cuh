/* Stands in for ibgda_device.cuh of DeepEP and of NVSHMEM: the same functions, over queue pairs of
   NVSHMEM in place of work queue entries in memory. A queue pair is a reliable connection: its writes
   precede its later atomics. Queue pairs are made where a file that includes this initialises the
   library; before that, and where they cannot be made, all requests go to the default one. */
#pragma once
#include <nvshmem.h>
#include <nvshmemx.h>
#include <stdint.h>
#include <stdlib.h>
#if __has_include("configs.cuh")
#include "configs.cuh"
#endif
#if __has_include(<non_abi/device/threadgroup/nvshmemi_common_device_defines.cuh>)
#include <non_abi/device/threadgroup/nvshmemi_common_device_defines.cuh>
#endif
#if __has_include("exception.cuh")
#include "exception.cuh"
#elif __has_include(<deep_ep/common/exception.cuh>)
#include <deep_ep/common/exception.cuh>
#endif
#if __has_include("utils.cuh")
#include "utils.cuh"
#endif

/* queue pairs of a PE to each other one */
#ifndef SHMEMLAB_QUEUE_PAIRS
#define SHMEMLAB_QUEUE_PAIRS 32
#endif

extern "C" {
__attribute__((device, weak)) int __shmemlab_queue_pairs[SHMEMLAB_QUEUE_PAIRS];

int __shmemlab_qp_create(int number, int **handles) __asm__("nvshmemx_qp_create");
#define __SHMEMLAB_DEVICE __attribute__((device))
__SHMEMLAB_DEVICE void __shmemlab_qp_put(
    char *to, const char *from, size_t bytes, int pe, int qp) __asm__("nvshmemx_qp_char_put_nbi_warp");
__SHMEMLAB_DEVICE void __shmemlab_qp_p(int *to, int value, int pe, int qp) __asm__("nvshmemx_qp_int_p");
__SHMEMLAB_DEVICE void __shmemlab_qp_fence(int pe, int *handles, int number) __asm__("nvshmemx_qp_fence");
__SHMEMLAB_DEVICE void __shmemlab_qp_quiet(int pe, int *handles, int number) __asm__("nvshmemx_qp_quiet");
__SHMEMLAB_DEVICE void __shmemlab_qp_add(int *at, int value, int pe, int qp) __asm__(
    "__shmemlab_qp_atomic_add:0:int");
}

static inline int __shmemlab_connect(void) {
  int *handles = 0;
  if (__shmemlab_qp_create(SHMEMLAB_QUEUE_PAIRS, &handles) != 0) return 0;
  cudaMemcpyToSymbol(
      __shmemlab_queue_pairs, handles, sizeof(int) * SHMEMLAB_QUEUE_PAIRS, 0, cudaMemcpyHostToDevice);
  free(handles);
  return 0;
}
#define nvshmem_init() ((void)(nvshmem_init(), __shmemlab_connect()))
#define nvshmemx_init_attr(...) (nvshmemx_init_attr(__VA_ARGS__) || __shmemlab_connect())

struct __shmemlab_ibgda_state {
  int num_rc_per_pe, num_devices_initialized, num_shared_dcis, num_exclusive_dcis;
};
#define __SHMEMLAB_INLINED_ON_DEVICE static inline __attribute__((device, always_inline))
__SHMEMLAB_INLINED_ON_DEVICE const __shmemlab_ibgda_state *ibgda_get_state() {
  static __attribute__((device)) const __shmemlab_ibgda_state state = {SHMEMLAB_QUEUE_PAIRS, 1, 1, 1};
  return &state;
}
__SHMEMLAB_INLINED_ON_DEVICE int __shmemlab_queue_pair(int id) {
  int handle = __shmemlab_queue_pairs[id % SHMEMLAB_QUEUE_PAIRS];
  return handle ? handle : 1;
}

/* ---- of DeepEP */

/* All lanes of a warp come here together. */
template <bool always_post = false>
__SHMEMLAB_INLINED_ON_DEVICE void nvshmemi_ibgda_put_nbi_warp(
    uint64_t to, uint64_t from, size_t bytes, int pe, int id, int lane, int message) {
  __shmemlab_qp_put((char *)to, (const char *)from, bytes, pe, __shmemlab_queue_pair(id));
}
__SHMEMLAB_INLINED_ON_DEVICE void nvshmemi_ibgda_rma_p(
    int *to, const int value, int pe, int id, uint32_t immediate = 0xFFFFFFFFu) {
  __shmemlab_qp_p(to, value, pe, __shmemlab_queue_pair(id));
}
__SHMEMLAB_INLINED_ON_DEVICE void nvshmemi_ibgda_amo_nonfetch_add(
    void *at, const int &value, int pe, int id, bool is_local = false) {
  if (is_local) {
    atomicAdd((unsigned long long *)at, (unsigned long long)value);
    return;
  }
  int handle = __shmemlab_queue_pair(id);
  __shmemlab_qp_fence(pe, &handle, 1);
  __shmemlab_qp_add((int *)at, value, pe, handle);
}
__SHMEMLAB_INLINED_ON_DEVICE uint64_t nvshmemi_get_p2p_ptr(
    const uint64_t &address, const int &rank, const int &pe) {
  return rank == pe ? address : (uint64_t)nvshmem_ptr((const void *)address, pe);
}
__SHMEMLAB_INLINED_ON_DEVICE void nvshmemi_ibgda_quiet(int pe, int id) {
  int handle = __shmemlab_queue_pair(id);
  __shmemlab_qp_quiet(pe, &handle, 1);
}

/* ---- of NVSHMEM, where its own headers give the types */

#ifdef NVSHMEMI_REPT_FOR_STANDARD_RMA_TYPES
#define __SHMEMLAB_GROUP(SCOPE, call, ...)                                             \
  do {                                                                                 \
    if (SCOPE == NVSHMEMI_THREADGROUP_BLOCK) nvshmemx_##call##_block(__VA_ARGS__);     \
    else if (SCOPE == NVSHMEMI_THREADGROUP_WARP) nvshmemx_##call##_warp(__VA_ARGS__);  \
    else nvshmem_##call(__VA_ARGS__);                                                  \
  } while (0)
template <typename T>
__SHMEMLAB_INLINED_ON_DEVICE void nvshmemi_ibgda_rma_p(void *to, const T value, int pe) {
  if constexpr (sizeof(T) == 8) nvshmem_uint64_p((uint64_t *)to, *(const uint64_t *)&value, pe);
  else if constexpr (sizeof(T) == 4) nvshmem_uint32_p((uint32_t *)to, *(const uint32_t *)&value, pe);
  else if constexpr (sizeof(T) == 2) nvshmem_uint16_p((uint16_t *)to, *(const uint16_t *)&value, pe);
  else nvshmem_uint8_p((uint8_t *)to, *(const uint8_t *)&value, pe);
}
template <typename T>
__SHMEMLAB_INLINED_ON_DEVICE T nvshmemi_ibgda_rma_g(void *from, int pe) {
  T value;
  nvshmem_getmem(&value, from, sizeof(T), pe);
  return value;
}
template <threadgroup_t SCOPE, nvshmemi_op_t op>
__SHMEMLAB_INLINED_ON_DEVICE void nvshmemi_ibgda_rma(void *there, void *here, size_t bytes, int pe) {
  if (op == NVSHMEMI_OP_PUT) __SHMEMLAB_GROUP(SCOPE, putmem, there, here, bytes, pe);
  else __SHMEMLAB_GROUP(SCOPE, getmem, here, there, bytes, pe);
}
template <threadgroup_t SCOPE, nvshmemi_op_t op>
__SHMEMLAB_INLINED_ON_DEVICE void nvshmemi_ibgda_rma_nbi(void *there, void *here, size_t bytes, int pe) {
  if (op == NVSHMEMI_OP_PUT) __SHMEMLAB_GROUP(SCOPE, putmem_nbi, there, here, bytes, pe);
  else __SHMEMLAB_GROUP(SCOPE, getmem_nbi, here, there, bytes, pe);
}
template <threadgroup_t SCOPE>
__SHMEMLAB_INLINED_ON_DEVICE void nvshmemi_ibgda_put_signal(
    void *to, void *from, size_t bytes, void *signal, uint64_t value, nvshmemi_amo_t op, int pe,
    bool is_nbi) {
  int how = op == NVSHMEMI_AMO_SIGNAL_ADD ? NVSHMEM_SIGNAL_ADD : NVSHMEM_SIGNAL_SET;
  if (is_nbi)
    __SHMEMLAB_GROUP(SCOPE, putmem_signal_nbi, to, from, bytes, (uint64_t *)signal, value, how, pe);
  else
    __SHMEMLAB_GROUP(SCOPE, putmem_signal, to, from, bytes, (uint64_t *)signal, value, how, pe);
}
template <typename T>
__SHMEMLAB_INLINED_ON_DEVICE T nvshmemi_ibgda_amo_fetch(
    void *at, const T value, const T compare, int pe, nvshmemi_amo_t op) {
#define __SHMEMLAB_AMO(bits)                                                                    \
  uint##bits##_t *word = (uint##bits##_t *)at, given = *(const uint##bits##_t *)&value, old = 0; \
  switch (op) {                                                                                 \
    case NVSHMEMI_AMO_INC:                                                                      \
    case NVSHMEMI_AMO_FETCH_INC: old = nvshmem_uint##bits##_atomic_fetch_inc(word, pe); break;   \
    case NVSHMEMI_AMO_ADD:                                                                      \
    case NVSHMEMI_AMO_FETCH_ADD:                                                                \
      old = nvshmem_uint##bits##_atomic_fetch_add(word, given, pe);                             \
      break;                                                                                    \
    case NVSHMEMI_AMO_AND:                                                                      \
    case NVSHMEMI_AMO_FETCH_AND:                                                                \
      old = nvshmem_uint##bits##_atomic_fetch_and(word, given, pe);                             \
      break;                                                                                    \
    case NVSHMEMI_AMO_OR:                                                                       \
    case NVSHMEMI_AMO_FETCH_OR: old = nvshmem_uint##bits##_atomic_fetch_or(word, given, pe); break; \
    case NVSHMEMI_AMO_XOR:                                                                      \
    case NVSHMEMI_AMO_FETCH_XOR:                                                                \
      old = nvshmem_uint##bits##_atomic_fetch_xor(word, given, pe);                             \
      break;                                                                                    \
    case NVSHMEMI_AMO_FETCH: old = nvshmem_uint##bits##_atomic_fetch(word, pe); break;          \
    case NVSHMEMI_AMO_COMPARE_SWAP:                                                             \
      old = nvshmem_uint##bits##_atomic_compare_swap(                                           \
          word, *(const uint##bits##_t *)&compare, given, pe);                                  \
      break;                                                                                    \
    default: old = nvshmem_uint##bits##_atomic_swap(word, given, pe);                           \
  }                                                                                             \
  return *(T *)&old;
  if constexpr (sizeof(T) == 8) {
    __SHMEMLAB_AMO(64)
  } else {
    __SHMEMLAB_AMO(32)
  }
#undef __SHMEMLAB_AMO
}
template <typename T>
__SHMEMLAB_INLINED_ON_DEVICE void nvshmemi_ibgda_amo_nonfetch(
    void *at, const T value, int pe, nvshmemi_amo_t op) {
  (void)nvshmemi_ibgda_amo_fetch<T>(at, value, value, pe, op);
}
template <threadgroup_t SCOPE>
__SHMEMLAB_INLINED_ON_DEVICE void nvshmemi_ibgda_quiet() {
  nvshmem_quiet();
}
template <threadgroup_t SCOPE>
__SHMEMLAB_INLINED_ON_DEVICE void nvshmemi_ibgda_fence() {
  nvshmem_fence();
}
__SHMEMLAB_INLINED_ON_DEVICE void nvshmemi_ibgda_enforce_consistency_at_target(bool uses_fence) {
  if (uses_fence) __threadfence_system();
}
#undef __SHMEMLAB_GROUP
#endif
#undef __SHMEMLAB_INLINED_ON_DEVICE
#undef __SHMEMLAB_DEVICE
