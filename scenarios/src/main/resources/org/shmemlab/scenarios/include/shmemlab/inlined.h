/* Functions that our headers of C define: in each file that includes them, or once, in the part of
   the run-time system for programs that are compiled with the machine's headers. */
#pragma once
#ifdef __SHMEMLAB_DEFINES
#define __SHMEMLAB_INLINED __attribute__((weak))
#define __SHMEMLAB_VARIABLE __attribute__((weak))
#else
#define __SHMEMLAB_INLINED static inline
#define __SHMEMLAB_VARIABLE static
#endif
