package org.shmemlab.scenarios.random;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs with threads whose output does not depend on the schedule print the same as gcc's. */
@Tag("compiler")
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

  private static final String OPENMP =
      """
      #include <omp.h>
      #include <stdio.h>
      #define N 10
      static int squares[N];
      static int fill(int n) {
        int last = -1;
      #pragma omp parallel for schedule(static) \\
          num_threads(3)
        for (int i = 0; i < n; i++) {
          if (i == 4) continue;
          squares[i] = i * i;
        }
        return last;
      }
      int main(void) {
        int n = N, sum = 0, best = -100, i;
        double half = 0.5, product = 1;
        omp_set_num_threads(4);
      #pragma omp parallel
        {
      #pragma omp single
          printf("%d threads of %d\\n", omp_get_num_threads(), omp_get_max_threads());
      #pragma omp critical
          sum += omp_get_thread_num();
      #pragma omp barrier
      #pragma omp master
          printf("sum %d\\n", sum);
      #pragma omp barrier
      #pragma omp for reduction(+ : sum) nowait
          for (i = n; i > 0; i -= 3) sum += i;
      #pragma omp atomic
          sum++;
        }
        printf("sum %d %d\\n", sum, fill(n));
        for (i = 0; i < N; i++) printf(" %d", squares[i]);
        printf("\\n");
      #pragma omp parallel for reduction(max : best) reduction(* : product) firstprivate(half) num_threads(2)
        for (i = 1; i <= 5; ++i) {
          half = half * 0 + 0.5;
          product *= half;
          if (i * (4 - i) > best) best = i * (4 - i);
        }
        printf("best %d product %g half %g\\n", best, product, half);
        int left = 0, right = 0;
      #pragma omp parallel sections num_threads(2)
        {
      #pragma omp section
          left = 1;
      #pragma omp section
          {
            right = 2;
          }
        }
        printf("%d %d %d %d\\n", left, right, omp_in_parallel(), omp_get_thread_num());
        int total = 0;
      #pragma omp parallel num_threads(2)
        {
          int mine = omp_get_thread_num() + 1;
      #pragma omp parallel num_threads(3) shared(total) private(i)
          {
            i = omp_get_num_threads();
      #pragma omp critical(name)
            total += 10 * mine + i;
          }
        }
        printf("total %d\\n", total);
        return 0;
      }
      """;

  private static final String OPENMP_LOOPS =
      """
      #include <omp.h>
      #include <stdio.h>
      static int by[40], cell[4][3][2];
      int main(void) {
        int n = 20, j, k, all = 1, any = 0, seen = 0, old = -1;
        for (int chunk = 1; chunk < 6; chunk += 2) {
      #pragma omp parallel for schedule(static, chunk) num_threads(3)
          for (int i = 0; i < n; i++) by[i] = omp_get_thread_num();
          for (int i = 0; i < n; i++) printf("%d", by[i]);
          printf("\\n");
        }
      #pragma omp parallel for collapse(3) schedule(static) num_threads(4) private(j, k)
        for (int i = 0; i < 4; i++)
          for (j = 3; j > 0; j--) {
            for (k = 0; k <= 1; k += 1) {
              if (j == 2) continue;
              cell[i][j - 1][k] = 100 * i + 10 * j + k + 1000 * omp_get_thread_num();
            }
          }
        for (int i = 0; i < 24; i++) printf(" %d", cell[i / 6][i / 2 % 3][i % 2]);
        printf("\\n");
      #pragma omp parallel num_threads(2)
        {
      #pragma omp for simd collapse(2) schedule(static, 2) reduction(&& : all) reduction(|| : any)
          for (int i = 0; i < 3; i++)
            for (int l = 0; l < 3; l++) {
              all = all && i + l < 4;
              any = any || i * l == 4;
            }
        }
        printf("all %d any %d\\n", all, any);
      #pragma omp parallel if (n > 30) num_threads(3)
        {
          int mine;
      #pragma omp atomic capture
          mine = ++seen;
          old = mine;
        }
      #pragma omp parallel if (n > 10) num_threads(3)
        {
          int mine;
      #pragma omp atomic capture
          { mine = seen; seen += 2; }
      #pragma omp flush
      #pragma omp single nowait
          printf("of %d\\n", omp_get_num_threads());
          if (mine < 0) seen = 0;
        }
        printf("%d %d\\n", seen, old);
        int sum = 0;
      #pragma omp simd
        for (int i = 0; i < 5; i++) sum += i;
        printf("%d\\n", sum);
        return 0;
      }
      """;

  private static final String OPENMP_TASKS =
      """
      #include <omp.h>
      #include <stdio.h>
      static int hit[50], order[20], place;
      static long fib(int n) {
        long a, b;
        if (n < 2) return n;
      #pragma omp task shared(a)
        a = fib(n - 1);
      #pragma omp task shared(b) if (n > 4)
        b = fib(n - 2);
      #pragma omp taskwait
        return a + b;
      }
      int main(void) {
        int sum = 0, last = -1;
      #pragma omp parallel for schedule(dynamic, 3) reduction(+ : sum) num_threads(3)
        for (int i = 0; i < 50; i++) { hit[i]++; sum += i; }
        printf("%d\\n", sum);
      #pragma omp parallel for schedule(guided) num_threads(4) lastprivate(last)
        for (int i = 49; i >= 0; i -= 2) { hit[i]++; last = i; }
        printf("last %d\\n", last);
      #pragma omp parallel for schedule(guided, 4) num_threads(2) lastprivate(last)
        for (unsigned long i = 3; i < 47; i += 5) { hit[i]++; last = (int)i; }
        printf("last %d\\n", last);
        for (int i = 0; i < 50; i++) printf("%d", hit[i]);
        printf("\\n");
      #pragma omp parallel for ordered schedule(dynamic) num_threads(3)
        for (int i = 0; i < 20; i++) {
          int square = i * i;
      #pragma omp ordered
          { order[place++] = square; }
        }
        for (int i = 0; i < 20; i++) printf(" %d", order[i]);
        printf("\\n");
      #pragma omp parallel for ordered schedule(static, 2) num_threads(3)
        for (int i = 0; i < 9; i++) {
      #pragma omp ordered
          printf("o%d ", i);
        }
        printf("\\n");
      #pragma omp parallel for ordered num_threads(2)
        for (int i = 0; i < 9; i++) {
          if (i % 3 == 0) continue;
      #pragma omp ordered
          printf("p%d ", i);
        }
        printf("\\n");
        long f = 0;
      #pragma omp parallel num_threads(3)
      #pragma omp single
        f = fib(9);
        printf("fib %ld\\n", f);
        int done[8] = {0};
      #pragma omp parallel num_threads(2)
        {
      #pragma omp single nowait
          for (int i = 0; i < 8; i++)
      #pragma omp task firstprivate(i)
            done[i] = i * 10;
      #pragma omp barrier
      #pragma omp master
          for (int i = 0; i < 8; i++) printf("%d ", done[i]);
        }
        printf("\\n");
        int x = 0;
      #pragma omp parallel num_threads(4)
      #pragma omp single
        {
      #pragma omp task depend(out : x)
          x = 1;
      #pragma omp task depend(inout : x)
          x = x * 10 + 2;
      #pragma omp task depend(in : x)
          printf("x %d\\n", x);
      #pragma omp taskwait
        }
        int loop[30] = {0};
      #pragma omp parallel num_threads(3)
      #pragma omp single
      #pragma omp taskloop grainsize(4)
        for (int i = 0; i < 30; i++) loop[i] = i + 1;
        int total = 0;
        for (int i = 0; i < 30; i++) total += loop[i];
        printf("taskloop %d\\n", total);
      #pragma omp parallel num_threads(3)
      #pragma omp single
      #pragma omp taskloop num_tasks(5) lastprivate(last)
        for (int i = 0; i < 11; i++) last = i;
        printf("last %d\\n", last);
        total = 0;
      #pragma omp parallel num_threads(3)
      #pragma omp single
      #pragma omp taskgroup task_reduction(+ : total)
        {
          for (int i = 0; i < 6; i++)
      #pragma omp task in_reduction(+ : total)
            total += i;
        }
        printf("reduced %d\\n", total);
      #pragma omp parallel num_threads(3)
      #pragma omp single
      #pragma omp taskloop reduction(+ : total)
        for (int i = 0; i < 20; i++) total += i;
        printf("reduced %d\\n", total);
        return 0;
      }
      """;

  private static final String OPENMP_LOCKS =
      """
      #include <omp.h>
      #include <stdio.h>
      #include <stdlib.h>
      static int counter;
      #pragma omp threadprivate(counter)
      static omp_lock_t lock;
      static omp_nest_lock_t nest;
      static void inner(int *n) {
        omp_set_nest_lock(&nest);
        ++*n;
        omp_unset_nest_lock(&nest);
      }
      int main(void) {
        int n = 0, m = 0, key;
        omp_init_lock(&lock);
        omp_init_nest_lock(&nest);
      #pragma omp parallel num_threads(4)
        {
          for (int i = 0; i < 5; i++) {
            omp_set_lock(&lock);
            n++;
            omp_unset_lock(&lock);
          }
          omp_set_nest_lock(&nest);
          m++;
          inner(&m);
          omp_unset_nest_lock(&nest);
        }
        printf("%d %d\\n", n, m);
        omp_destroy_lock(&lock);
        omp_destroy_nest_lock(&nest);
      #pragma omp parallel num_threads(3) private(key)
        {
      #pragma omp single copyprivate(key)
          key = 77;
      #pragma omp critical
          n += key;
        }
        printf("%d\\n", n);
        counter = 5;
      #pragma omp parallel num_threads(3) copyin(counter)
        {
          counter += omp_get_thread_num();
      #pragma omp critical
          n += counter;
        }
        printf("%d %d\\n", n, counter);
        omp_set_max_active_levels(2);
        int deepest = 0, all = 0;
      #pragma omp parallel num_threads(2)
        {
          int outer = omp_get_thread_num(), levels = 0, total = 0;
      #pragma omp parallel num_threads(3) reduction(+ : total) reduction(max : levels)
          {
            levels = omp_get_level() * 10 + omp_get_active_level();
            total += 100 * outer + omp_get_thread_num() + omp_get_ancestor_thread_num(1) + omp_get_team_size(1);
          }
      #pragma omp critical(all)
          { all += total; deepest = levels; }
        }
        printf("%d %d\\n", deepest, all);
        int a = 0, b = 0, c = 0;
      #pragma omp parallel sections lastprivate(c) num_threads(2)
        {
      #pragma omp section
          { a = 1; c = 1; }
      #pragma omp section
          { b = 2; c = 2; }
      #pragma omp section
          { c = 3; }
        }
        printf("%d %d %d\\n", a, b, c);
        double dot = 0; float product = 1; unsigned bits = ~0u; long least = 1000;
      #pragma omp parallel for num_threads(3) reduction(+ : dot) reduction(* : product) reduction(& : bits) reduction(min : least) schedule(static, 1)
        for (int i = 1; i <= 6; i++) {
          dot += i * 0.5; product *= i; bits &= ~(1u << i); if ((i - 4) * (i - 4) + 3 < least) least = (i - 4) * (i - 4) + 3;
        }
        printf("%g %g %x %ld\\n", dot, product, bits, least);
        int array[4] = {0};
      #pragma omp parallel for num_threads(2) reduction(+ : array[:4])
        for (int i = 0; i < 16; i++) array[i % 4] += i;
        printf("%d %d %d %d\\n", array[0], array[1], array[2], array[3]);
        omp_set_schedule(omp_sched_dynamic, 2);
        int seen = 0;
      #pragma omp parallel for schedule(runtime) num_threads(3) reduction(+ : seen)
        for (int i = 0; i < 17; i++) seen += i;
        printf("%d\\n", seen);
      #pragma omp parallel num_threads(3)
        {
          for (int round = 0; round < 20; round++) {
      #pragma omp for schedule(dynamic) nowait
            for (int i = 0; i < 5; i++)
      #pragma omp atomic
              seen++;
          }
        }
        printf("%d\\n", seen);
        int *list = malloc(10 * sizeof(int));
      #pragma omp parallel for collapse(2) schedule(dynamic) num_threads(2)
        for (int i = 0; i < 2; i++)
          for (int j = 0; j < 5; j++) list[i * 5 + j] = i * 100 + j;
        for (int i = 0; i < 10; i++) printf("%d ", list[i]);
        printf("\\n");
        free(list);
        int k = 0, cap;
      #pragma omp parallel num_threads(2) private(cap)
        {
      #pragma omp atomic capture
          { cap = k; k += 3; }
      #pragma omp atomic
          k -= cap - cap;
        }
        printf("%d %d\\n", k, omp_in_parallel());
        int grand = 0;
      #pragma omp parallel num_threads(2)
      #pragma omp single
      #pragma omp taskgroup
        {
      #pragma omp task
          {
      #pragma omp task
      #pragma omp atomic
            grand += 1;
      #pragma omp atomic
            grand += 10;
          }
        }
        printf("%d\\n", grand);
      #pragma omp parallel for simd num_threads(2) reduction(+ : grand)
        for (int i = 0; i < 9; i++) grand += i;
        printf("%d\\n", grand);
      #pragma omp parallel if (grand < 0) num_threads(4)
        printf("alone %d of %d\\n", omp_get_thread_num(), omp_get_num_threads());
        return 0;
      }
      """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        MUTEX_AND_BARRIER,
        CONDITION,
        MAIN_ENDS_FIRST,
        OPENMP,
        OPENMP_LOOPS,
        OPENMP_TASKS,
        OPENMP_LOCKS
      })
  void printTheSame(String program) {
    OnePe.printsTheSameAsGcc(program, Dialect.C);
  }
}
