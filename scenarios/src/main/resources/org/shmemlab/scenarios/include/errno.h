#ifndef SHMEMLAB_ERRNO_H
#define SHMEMLAB_ERRNO_H
/* No library call of ours fails with a reason, so none sets it; a program may. */
static int errno;
#define errno errno
#define ENOTSUP 95
#define EDEADLK 35
#define EILSEQ 84
#define EOVERFLOW 75
#define ENOSYS 38
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EAGAIN 11
#define ENOMEM 12
#define EBUSY 16
#define EINVAL 22
#define EDOM 33
#define ERANGE 34
#endif
