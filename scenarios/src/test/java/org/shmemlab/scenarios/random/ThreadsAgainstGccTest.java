package org.shmemlab.scenarios.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs with threads whose output does not depend on the schedule print what gcc's print. */
class ThreadsAgainstGccTest {
  private static final String MUTEX_AND_BARRIER =
      """
      #include <pthread.h>
      #include <stdio.h>
      static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
      static pthread_barrier_t barrier;
      static int total;
      static void *work(void *argument) {
        long n = (long)argument;
        for (int i = 0; i < 3; i++) {
          pthread_mutex_lock(&lock);
          total += n;
          pthread_mutex_unlock(&lock);
        }
        pthread_barrier_wait(&barrier);
        return (void *)(10 * n);
      }
      int main(void) {
        pthread_t t[3];
        pthread_barrier_init(&barrier, NULL, 4);
        for (long i = 0; i < 3; i++) pthread_create(&t[i], NULL, work, (void *)(i + 1));
        int serial = pthread_barrier_wait(&barrier);
        printf("total %d %d\\n", total, serial == 0 || serial == PTHREAD_BARRIER_SERIAL_THREAD);
        long results = 0;
        for (int i = 0; i < 3; i++) {
          void *r;
          results += pthread_join(t[i], &r) == 0 ? (long)r : -1;
        }
        printf("results %ld\\n", results);
        pthread_barrier_destroy(&barrier);
        return pthread_mutex_destroy(&lock);
      }
      """;

  private static final String CONDITION =
      """
      #include <pthread.h>
      #include <stdio.h>
      static pthread_mutex_t lock;
      static pthread_cond_t turned;
      static int full, box;
      static void *consumer(void *argument) {
        int *sum = argument;
        for (int i = 0; i < 4; i++) {
          pthread_mutex_lock(&lock);
          while (!full) pthread_cond_wait(&turned, &lock);
          *sum += box;
          full = 0;
          pthread_cond_broadcast(&turned);
          pthread_mutex_unlock(&lock);
        }
        pthread_exit(argument);
      }
      int main(void) {
        pthread_mutex_init(&lock, NULL);
        pthread_cond_init(&turned, NULL);
        int sum = 0;
        pthread_t t;
        pthread_create(&t, NULL, consumer, &sum);
        for (int i = 1; i <= 4; i++) {
          pthread_mutex_lock(&lock);
          while (full) pthread_cond_wait(&turned, &lock);
          box = i * i;
          full = 1;
          pthread_cond_signal(&turned);
          pthread_mutex_unlock(&lock);
        }
        void *r;
        pthread_join(t, &r);
        printf("%d %d %d\\n", sum, r == &sum, pthread_equal(t, pthread_self()) != 0);
        return 0;
      }
      """;

  private static final String MAIN_ENDS_FIRST =
      """
      #include <pthread.h>
      #include <stdio.h>
      static void *last(void *argument) {
        for (volatile int i = 0; i < 1000; i++) {}
        printf("last\\n");
        return argument;
      }
      int main(void) {
        pthread_t t;
        pthread_create(&t, NULL, last, NULL);
        pthread_detach(t);
        pthread_exit(NULL);
      }
      """;

  @ParameterizedTest
  @ValueSource(strings = {MUTEX_AND_BARRIER, CONDITION, MAIN_ENDS_FIRST})
  void printTheSame(String program) {
    assumeTrue(Gcc.exists(Dialect.C));
    try (Gcc gcc = new Gcc(Dialect.C)) {
      Gcc.Result expected = gcc.run(program);
      assertThat(expected.accepted()).as(expected.text()).isTrue();
      assertThat(OnePe.output(program, Dialect.C)).isEqualTo(expected.text());
    }
  }
}
