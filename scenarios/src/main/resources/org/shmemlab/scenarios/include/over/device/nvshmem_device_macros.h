/* NVSHMEM's own: what its headers define with the symbol of a declaration before is one function. */
#pragma GCC system_header
#include_next <device/nvshmem_device_macros.h>
#undef NVSHMEMI_STATIC
#define NVSHMEMI_STATIC inline
