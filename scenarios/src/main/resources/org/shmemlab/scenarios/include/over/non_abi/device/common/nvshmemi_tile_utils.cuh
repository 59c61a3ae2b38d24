/* NVSHMEM's own: devices compute with these templates, although calls of the library are the host's. */
#pragma GCC system_header
#include <host/nvshmem_macros.h>
#include <device_host/nvshmem_common.cuh>
#include <device_host/nvshmem_tensor.h>
#pragma push_macro("NVSHMEMI_HOSTDEVICE_PREFIX")
#undef NVSHMEMI_HOSTDEVICE_PREFIX
#define NVSHMEMI_HOSTDEVICE_PREFIX __host__ __device__
#ifdef _NVSHMEM_MACROS_H_ /* else the declaration is ours */
extern "C" __device__ void *nvshmemx_mc_ptr(nvshmem_team_t team, const void *address);
#endif
#include_next <non_abi/device/common/nvshmemi_tile_utils.cuh>
#pragma pop_macro("NVSHMEMI_HOSTDEVICE_PREFIX")
