#pragma once
#include <shmemlab/own.h>
#include <shmemlab/omp.h>
static inline double omp_get_wtime(void) { return __nanoseconds() * 1e-9; }
