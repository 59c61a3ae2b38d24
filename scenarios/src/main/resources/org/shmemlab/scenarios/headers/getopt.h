#ifndef SHMEMLAB_GETOPT_H
#define SHMEMLAB_GETOPT_H
#include <unistd.h>
#endif
