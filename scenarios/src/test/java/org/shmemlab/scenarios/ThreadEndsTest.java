package org.shmemlab.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ends of a host's threads, and the state of their mutexes after them. */
class ThreadEndsTest {
  private static final String PROGRAM =
      """
      #include <pthread.h>
      #include <stdio.h>
      static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
      static void *work(void *number) {
        printf("work %%ld\\n", (long)number);
        return number;
      }
      int main(void) {
        pthread_t t, u;
        void *result = 0;
        %s
        return 0;
      }
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pthread_create(&t, 0, work, (void *)1); pthread_detach(t); pthread_detach(t);"
            + "| is detached twice",
        "pthread_create(&t, 0, work, (void *)1); pthread_detach(t); pthread_join(t, 0);"
            + "| is joined and was detached",
        "pthread_mutex_lock(&lock); pthread_mutex_destroy(&lock);"
            + "| is destroyed while it is locked",
      })
  void isAMistake(String body, String message) {
    assertThat(Running.output("ends.c", PROGRAM.formatted(body), 1)).contains(message);
  }

  @Test
  void aThreadThatIsDetachedAfterItsEndIsForgotten() {
    assertThat(
            run(
                """
                for (long i = 1; i <= 3; i++) {
                  pthread_create(&t, 0, work, (void *)i);
                  pthread_create(&u, 0, work, (void *)(10 * i));
                  pthread_join(u, &result); // t has ended, too
                  pthread_detach(t);
                  printf("joined %ld\\n", (long)result);
                }
                """))
        .isEqualTo(
            "work 1\nwork 10\njoined 10\nwork 2\nwork 20\njoined 20\nwork 3\nwork 30\njoined 30\n");
  }

  @Test
  void theOthersGoOnWhenMainLeavesAndTheLastOneEndsTheProgram() {
    assertThat(run("pthread_create(&t, 0, work, (void *)4); pthread_exit(0);"))
        .isEqualTo("work 4\n");
    assertThat(
            run(
                "pthread_create(&t, 0, work, (void *)5); pthread_detach(t); pthread_exit(0);"
                    + " printf(\"never\");"))
        .isEqualTo("work 5\n");
  }

  @Test
  void aMutexMayBeDestroyedAndMadeAnew() {
    assertThat(
            run(
                """
                pthread_mutex_lock(&lock);
                pthread_mutex_unlock(&lock);
                pthread_mutex_destroy(&lock);
                pthread_mutex_init(&lock, 0);
                pthread_mutex_lock(&lock);
                printf("%d\\n", pthread_mutex_trylock(&lock) != 0);
                """))
        .isEqualTo("1\n");
  }

  @Test
  void aBlockCountsThoseOfItsThreadsThatSayYes() {
    assertThat(
            Running.output(
                "count.cu",
                """
                #include <cstdio>
                __global__ void count() {
                  int some = __syncthreads_count(threadIdx.x % 3 == 0);
                  int none = __syncthreads_count(0);
                  if (threadIdx.x == 1) printf("%d %d\\n", some, none);
                }
                int main() {
                  count<<<1, 5>>>();
                  cudaDeviceSynchronize();
                }
                """,
                1))
        .isEqualTo("2 0\n");
  }

  @Test
  void aGridBarrierNeedsACooperativeLaunch() {
    assertThat(
            Running.output(
                "grid.cu",
                """
                #include <cooperative_groups.h>
                __global__ void meet() { cooperative_groups::this_grid().sync(); }
                int main() {
                  meet<<<2, 1>>>();
                  cudaDeviceSynchronize();
                }
                """,
                1))
        .contains("a grid barrier in a kernel that <<<>>> launched");
  }

  private static String run(String body) {
    return Running.output("ends.c", PROGRAM.formatted(body), 1);
  }
}
