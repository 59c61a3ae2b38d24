#ifndef SHMEMLAB_STDDEF_H
#define SHMEMLAB_STDDEF_H
typedef unsigned long size_t;
typedef long ptrdiff_t;
#define NULL 0L
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
