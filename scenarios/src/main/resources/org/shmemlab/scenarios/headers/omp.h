#ifndef SHMEMLAB_OMP_H
#define SHMEMLAB_OMP_H
static inline double omp_get_wtime(void) { return __nanoseconds() * 1e-9; }
#endif
