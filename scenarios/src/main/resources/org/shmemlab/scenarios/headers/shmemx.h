#ifndef SHMEMLAB_SHMEMX_H
#define SHMEMLAB_SHMEMX_H
#include <shmem.h>
#endif
