#ifndef SHMEMLAB_STRING_H
#define SHMEMLAB_STRING_H
#include <stddef.h>
#endif
