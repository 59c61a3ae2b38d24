#include <pthread.h>
#include <semaphore.h>
#include <shmem.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static long x[4], y[4], results[3];
static int chosen[9], ready;
static atomic_int a;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_barrier_t two, three;
static sem_t s;
static void begin(void) { x[3]++; }
static void *run(void *argument) {
  long t = (long)argument, v = 1, r = 0;
  struct timespec soon = {0, 0};
  for (int i = 0; i < 3; i++) {
    switch (chosen[3 * t + i]) {
      // one of
      x[0] = v;
      r = 10 * r + x[0];
      r = 10 * r + x[1];
      atomic_store_explicit(&a, 1, memory_order_release);
      atomic_store_explicit(&a, 1, memory_order_relaxed);
      while (!atomic_load_explicit(&a, memory_order_acquire)) { }
      r = 10 * r + atomic_fetch_add_explicit(&a, 1, memory_order_acq_rel);
      pthread_mutex_lock(&m);
      pthread_mutex_unlock(&m);
      r = 10 * r + !pthread_mutex_trylock(&m);
      pthread_mutex_lock(&m); x[1] += v; pthread_mutex_unlock(&m);
      pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);
      pthread_mutex_lock(&m); ready = 1; pthread_mutex_unlock(&m);
      pthread_mutex_lock(&m); r = 10 * r + !pthread_cond_timedwait(&c, &m, &soon); pthread_mutex_unlock(&m);
      pthread_cond_signal(&c);
      pthread_cond_broadcast(&c);
      pthread_barrier_wait(&two);
      pthread_barrier_wait(&three);
      r = 10 * r + (pthread_barrier_wait(&two) == PTHREAD_BARRIER_SERIAL_THREAD);
      pthread_rwlock_rdlock(&w);
      pthread_rwlock_wrlock(&w);
      r = 10 * r + !pthread_rwlock_trywrlock(&w);
      pthread_rwlock_unlock(&w);
      sem_wait(&s);
      sem_post(&s);
      r = 10 * r + !sem_trywait(&s);
      pthread_once(&once, begin);
      shmem_long_p(y, v, 0);
      shmem_long_put_nbi(y + 1, x, 1, 0);
      shmem_quiet();
      r = 10 * r + y[0];
      shmem_long_wait_until(y, SHMEM_CMP_EQ, 1);
      exit(3);
      v = 2;
      // end
    }
  }
  results[t] = r;
  return 0;
}
int main(int argc, char **argv) {
  int level;
  pthread_t threads[3];
  for (int i = 0; i < 9; i++) chosen[i] = atoi(argv[2 + i]);
  shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
  pthread_barrier_init(&two, 0, 2);
  pthread_barrier_init(&three, 0, 3);
  sem_init(&s, 0, atoi(argv[1]));
  for (long t = 0; t < 3; t++) pthread_create(&threads[t], 0, run, (void *)t);
  for (int t = 0; t < 3; t++) pthread_join(threads[t], 0);
  printf("%ld %ld %ld | %ld %ld |", x[0], x[1], x[3], y[0], y[1]);
  printf(" %ld %ld %ld\n", results[0], results[1], results[2]);
  shmem_finalize();
}
