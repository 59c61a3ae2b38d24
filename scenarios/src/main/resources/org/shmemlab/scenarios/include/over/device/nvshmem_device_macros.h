/* NVSHMEM's own: its definitions with the symbol of an earlier declaration are one function. */
#pragma GCC system_header
#include_next <device/nvshmem_device_macros.h>
#undef NVSHMEMI_STATIC
#define NVSHMEMI_STATIC inline
