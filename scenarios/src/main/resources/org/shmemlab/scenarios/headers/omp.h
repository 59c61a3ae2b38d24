#error not supported yet: omp.h (threads of the host)
