#pragma once
#include <shmemlab/inlined.h>
#include <errno.h>
#include <pthread.h>
/* POSIX.1-2017, semaphore.h: semaphores of one process, in a word of memory. */
typedef struct { int __value; } sem_t;
#define SEM_VALUE_MAX 0x7fffffff
#define SEM_FAILED ((sem_t *)0)
__SHMEMLAB_INLINED int sem_init(sem_t *semaphore, int shared, unsigned int value) {
  __atomic_store_n(&semaphore->__value, (int)value, __ATOMIC_RELEASE);
  return 0;
}
__SHMEMLAB_INLINED int sem_destroy(sem_t *semaphore) { return 0; }
__SHMEMLAB_INLINED int sem_trywait(sem_t *semaphore) {
  int value = __atomic_load_n(&semaphore->__value, __ATOMIC_ACQUIRE);
  while (value > 0)
    if (__atomic_compare_exchange_n(
            &semaphore->__value, &value, value - 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      return 0;
  errno = EAGAIN;
  return -1;
}
__SHMEMLAB_INLINED int sem_wait(sem_t *semaphore) {
  do {
    while (__atomic_load_n(&semaphore->__value, __ATOMIC_ACQUIRE) <= 0) {}
  } while (sem_trywait(semaphore));
  return 0;
}
__SHMEMLAB_INLINED int sem_timedwait(sem_t *semaphore, const struct timespec *until) {
  int failed = sem_trywait(semaphore);
  if (failed) errno = ETIMEDOUT;
  return failed;
}
__SHMEMLAB_INLINED int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *until) {
  return sem_timedwait(semaphore, until);
}
__SHMEMLAB_INLINED int sem_post(sem_t *semaphore) {
  __atomic_fetch_add(&semaphore->__value, 1, __ATOMIC_ACQ_REL);
  return 0;
}
__SHMEMLAB_INLINED int sem_getvalue(sem_t *semaphore, int *value) {
  *value = __atomic_load_n(&semaphore->__value, __ATOMIC_ACQUIRE);
  return 0;
}
