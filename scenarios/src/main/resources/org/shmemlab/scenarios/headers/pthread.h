#ifndef SHMEMLAB_PTHREAD_H
#define SHMEMLAB_PTHREAD_H
#include <stddef.h>
/* Attributes are those of a null pointer. The sizes are those of the x86-64 ABI. */
typedef unsigned long pthread_t;
typedef struct {
  unsigned int __owner; /* number of the thread that has it, plus 1 */
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
typedef void pthread_attr_t;
typedef void pthread_mutexattr_t;
typedef void pthread_barrierattr_t;
typedef void pthread_condattr_t;
#define PTHREAD_MUTEX_INITIALIZER {0, {0}}
#define PTHREAD_COND_INITIALIZER {0, 0, 0, {0}}
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
static inline int pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes) {
  mutex->__owner = 0;
  return 0;
}
static inline int pthread_barrier_init(
    pthread_barrier_t *barrier, const void *attributes, unsigned int count) {
  barrier->__count = count;
  return 0;
}
static inline int pthread_barrier_destroy(pthread_barrier_t *barrier) {
  barrier->__count = 0;
  return 0;
}
static inline int pthread_cond_init(pthread_cond_t *condition, const void *attributes) {
  condition->__waiting = condition->__wakeable = condition->__signals = 0;
  return 0;
}
static inline int pthread_cond_destroy(pthread_cond_t *condition) { return 0; }
static inline int pthread_equal(pthread_t first, pthread_t second) { return first == second; }
#endif
