/* Open MPI's extensions on the memory of messages. */
#pragma once
#define MPIX_CUDA_AWARE_SUPPORT 1
#ifdef __cplusplus
extern "C"
#endif
int MPIX_Query_cuda_support(void);
