#ifndef SHMEMLAB_CUDA_FP16_H
#define SHMEMLAB_CUDA_FP16_H
#include <cuda_runtime.h>
typedef __shmemlab_half half;
typedef __shmemlab_half __half;
typedef __shmemlab_bfloat16 nv_bfloat16;
typedef __shmemlab_bfloat16 __nv_bfloat16;
#endif
