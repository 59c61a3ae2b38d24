#pragma once
#include <shmemlab/inlined.h>
#include <stddef.h>
#include <sched.h>
#include <time.h>
typedef unsigned long pthread_t;
typedef struct {
  unsigned int __owner; /* number of the thread that has it, plus 1; the highest bit: recursive */
  unsigned int __unused[9];
} pthread_mutex_t;
typedef struct {
  unsigned int __count;
  unsigned int __unused[7];
} pthread_barrier_t;
typedef struct {
  unsigned long __waiting;
  unsigned long __wakeable;
  unsigned long __signals;
  unsigned long __unused[3];
} pthread_cond_t;
typedef struct { int __unused; } pthread_attr_t;
typedef struct { int __kind; } pthread_mutexattr_t;
typedef struct { int __unused; } pthread_barrierattr_t;
typedef struct { int __unused; } pthread_condattr_t;
typedef struct {
  pthread_mutex_t __mutex;
  pthread_cond_t __free;
  int __readers, __writing;
} pthread_rwlock_t;
typedef struct { int __unused; } pthread_rwlockattr_t;
#define PTHREAD_RWLOCK_INITIALIZER {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0}
#define PTHREAD_MUTEX_INITIALIZER {0, {0}}
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP {0x80000000u, {0}}
#define PTHREAD_COND_INITIALIZER {0, 0, 0, {0}}
typedef unsigned int pthread_key_t;
typedef int pthread_once_t;
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_MUTEX_DEFAULT 0
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
__SHMEMLAB_INLINED int pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes) {
  int kind = attributes ? ((const pthread_mutexattr_t *)attributes)->__kind : 0;
  mutex->__owner = kind == PTHREAD_MUTEX_RECURSIVE ? 0x80000000u : 0;
  return 0;
}
__SHMEMLAB_INLINED int pthread_mutexattr_init(pthread_mutexattr_t *attributes) {
  attributes->__kind = PTHREAD_MUTEX_DEFAULT;
  return 0;
}
__SHMEMLAB_INLINED int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int kind) {
  attributes->__kind = kind;
  return 0;
}
__SHMEMLAB_INLINED int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes) { return 0; }
__SHMEMLAB_INLINED int pthread_barrier_init(
    pthread_barrier_t *barrier, const void *attributes, unsigned int count) {
  barrier->__count = count;
  return 0;
}
__SHMEMLAB_INLINED int pthread_barrier_destroy(pthread_barrier_t *barrier) {
  barrier->__count = 0;
  return 0;
}
__SHMEMLAB_INLINED int pthread_cond_init(pthread_cond_t *condition, const void *attributes) {
  condition->__waiting = condition->__wakeable = condition->__signals = 0;
  return 0;
}
__SHMEMLAB_INLINED int pthread_cond_destroy(pthread_cond_t *condition) { return 0; }
__SHMEMLAB_INLINED int pthread_equal(pthread_t first, pthread_t second) { return first == second; }
#include <shmemlab/pthread.h>
/* Declared so that C++ headers find them; a call of one of these is reported. */
#ifdef __cplusplus
extern "C" {
#endif
int pthread_cond_clockwait(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *);
int pthread_mutex_clocklock(pthread_mutex_t *, clockid_t, const struct timespec *);
int pthread_rwlock_init(pthread_rwlock_t *, const pthread_rwlockattr_t *);
int pthread_rwlock_destroy(pthread_rwlock_t *);
int pthread_rwlock_rdlock(pthread_rwlock_t *);
int pthread_rwlock_wrlock(pthread_rwlock_t *);
int pthread_rwlock_tryrdlock(pthread_rwlock_t *);
int pthread_rwlock_trywrlock(pthread_rwlock_t *);
int pthread_rwlock_timedrdlock(pthread_rwlock_t *, const struct timespec *);
int pthread_rwlock_timedwrlock(pthread_rwlock_t *, const struct timespec *);
int pthread_rwlock_clockrdlock(pthread_rwlock_t *, clockid_t, const struct timespec *);
int pthread_rwlock_clockwrlock(pthread_rwlock_t *, clockid_t, const struct timespec *);
int pthread_rwlock_unlock(pthread_rwlock_t *);
int pthread_once(pthread_once_t *, void (*)(void));
int pthread_key_create(pthread_key_t *, void (*)(void *));
int pthread_key_delete(pthread_key_t);
void *pthread_getspecific(pthread_key_t);
int pthread_setspecific(pthread_key_t, const void *);
int pthread_mutex_timedlock(pthread_mutex_t *, const struct timespec *);
int pthread_cond_timedwait(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
int pthread_attr_init(pthread_attr_t *);
int pthread_attr_destroy(pthread_attr_t *);
int pthread_cancel(pthread_t);
#ifdef __cplusplus
}
#endif
