/* The machine's; a mutex that is locked again is one by its highest bit, as ours. */
#pragma GCC system_header
#include_next <pthread.h>
#ifndef __SHMEMLAB_PTHREAD_OVER
#define __SHMEMLAB_PTHREAD_OVER
#undef PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP {{-0x7fffffff - 1, 0, 0, 0, 0, 0, 0, {0, 0}}}
#endif
