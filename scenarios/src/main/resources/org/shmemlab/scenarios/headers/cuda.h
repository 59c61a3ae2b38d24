#ifndef SHMEMLAB_CUDA_H
#define SHMEMLAB_CUDA_H
#include <cuda_runtime.h>
#endif
