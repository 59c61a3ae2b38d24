/* As glibc's for x86-64. */
#pragma once
#include <sys/types.h>
#include <time.h>
#define S_IFMT 0170000
#define S_IFIFO 0010000
#define S_IFDIR 0040000
#define S_IFREG 0100000
#define S_ISDIR(mode) (((mode) & S_IFMT) == S_IFDIR)
#define S_ISREG(mode) (((mode) & S_IFMT) == S_IFREG)
#define S_IRWXU 0700
#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IXUSR 0100
#define S_IRGRP 0040
#define S_IWGRP 0020
#define S_IROTH 0004
#define S_IWOTH 0002
struct stat {
  unsigned long st_dev, st_ino, st_nlink;
  unsigned int st_mode, st_uid, st_gid, __unused_0;
  unsigned long st_rdev;
  long st_size, st_blksize, st_blocks;
  struct timespec st_atim, st_mtim, st_ctim;
  long __unused_1[3];
};
#define st_atime st_atim.tv_sec
#define st_mtime st_mtim.tv_sec
#define st_ctime st_ctim.tv_sec
#ifdef __cplusplus
extern "C" {
#endif
int stat(const char *, struct stat *);
int lstat(const char *, struct stat *);
int fstat(int, struct stat *);
int mkdir(const char *, mode_t);
#ifdef __cplusplus
}
#endif
