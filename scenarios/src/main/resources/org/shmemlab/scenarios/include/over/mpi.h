/* The machine's or ours; where it is Open MPI's, its handles have the values of the run-time system. */
#pragma GCC system_header
#include_next <mpi.h>
#ifdef OPEN_MPI
#include <shmemlab/mpi_values.h>
#elif defined MPICH_NAME
#error "mpi.h of MPICH was found, whose handles are its own: leave its folder out of -I, and ShmemLab's mpi.h serves"
#endif
