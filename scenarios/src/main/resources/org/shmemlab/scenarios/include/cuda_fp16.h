#pragma once
#include <cuda_runtime.h>
typedef _Float16 half;
typedef _Float16 __half;
typedef __bf16 nv_bfloat16;
typedef __bf16 __nv_bfloat16;
