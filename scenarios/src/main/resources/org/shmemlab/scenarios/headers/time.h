#ifndef SHMEMLAB_TIME_H
#define SHMEMLAB_TIME_H
#include <stddef.h>
typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_MONOTONIC_RAW 4
static inline int clock_gettime(clockid_t clock, struct timespec *now) {
  long nanoseconds = __nanoseconds();
  now->tv_sec = nanoseconds / 1000000000L;
  now->tv_nsec = nanoseconds % 1000000000L;
  return 0;
}
static inline clock_t clock(void) { return __nanoseconds() / 1000; }
#endif
