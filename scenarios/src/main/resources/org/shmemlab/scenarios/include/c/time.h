#pragma once
#include <shmemlab/inlined.h>
#include <stddef.h>
#include <shmemlab/own.h>
#include <shmemlab/time.h>
typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
};
#define TIME_UTC 1
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_MONOTONIC_RAW 4
__SHMEMLAB_INLINED int clock_gettime(clockid_t clock, struct timespec *now) {
  long nanoseconds = __nanoseconds();
  now->tv_sec = nanoseconds / 1000000000L;
  now->tv_nsec = nanoseconds % 1000000000L;
  return 0;
}
__SHMEMLAB_INLINED clock_t clock(void) { return __nanoseconds() / 1000; }
/* Declared so that C++ headers find them; a call of one of these is reported. */
#ifdef __cplusplus
extern "C" {
#endif
char *asctime(const struct tm *);
char *ctime(const time_t *);
struct tm *gmtime(const time_t *);
struct tm *localtime(const time_t *);
time_t mktime(struct tm *);
double difftime(time_t, time_t);
int timespec_get(struct timespec *, int);
size_t strftime(char *, size_t, const char *, const struct tm *);
#ifdef __cplusplus
}
#endif
__SHMEMLAB_INLINED int nanosleep(const struct timespec *time, struct timespec *rest) { return 0; }
