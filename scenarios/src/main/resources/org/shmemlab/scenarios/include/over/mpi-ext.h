/* The machine's and ours: a message may lie in memory of a device. */
#pragma GCC system_header
#include_next <mpi-ext.h>
#undef MPIX_CUDA_AWARE_SUPPORT
#define MPIX_CUDA_AWARE_SUPPORT 1
#ifdef __cplusplus
extern "C"
#endif
int MPIX_Query_cuda_support(void);
