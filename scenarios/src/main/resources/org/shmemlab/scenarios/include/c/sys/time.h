#ifndef SHMEMLAB_SYS_TIME_H
#define SHMEMLAB_SYS_TIME_H
#include <shmemlab/inlined.h>
#include <time.h>
struct timeval {
  time_t tv_sec;
  long tv_usec;
};
__SHMEMLAB_INLINED int gettimeofday(struct timeval *now, void *zone) {
  long nanoseconds = __nanoseconds();
  now->tv_sec = nanoseconds / 1000000000L;
  now->tv_usec = nanoseconds % 1000000000L / 1000;
  return 0;
}
#endif
