/* Comes before every source in CUDA where the headers are a toolkit's: the compiler's own wrapper of
   them, then the words of nvcc's dialect that it has not. */
#pragma once
#pragma GCC system_header
#include <shmemlab/toolkit_atomics.h>
#include <assert.h>
#include <stdio.h>
#include <__clang_cuda_runtime_wrapper.h>
#include <shmemlab/properties.h>
#undef __managed__
#define __managed__ __attribute__((device, section(".managed")))
#undef __grid_constant__
#define __grid_constant__ __attribute__((grid_constant))
