/* Open MPI's extensions: messages and collectives take memory of a device as any other. */
#pragma once
#include <mpi.h>
#define OMPI_HAVE_MPI_EXT_CUDA 1
#define MPIX_CUDA_AWARE_SUPPORT 1
#ifdef __cplusplus
extern "C"
#endif
int MPIX_Query_cuda_support(void);
