package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.shmemlab.model.explore.FindingKind;

/** The time of a wait with a limit may be over, and its condition may hold: both are tried. */
class TimedWaitsTest {
  private static final String PROGRAM =
      """
      #include <assert.h>
      #include <errno.h>
      #include <pthread.h>
      static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
      static pthread_cond_t there = PTHREAD_COND_INITIALIZER;
      static int ready;
      static struct timespec later = {1, 0};
      static void *work(void *unused) {
        %s
        return unused;
      }
      int main(void) {
        pthread_t t;
        pthread_create(&t, 0, work, 0);
        %s
        pthread_join(t, 0);
      }
      """;

  @Test
  void aMutex() {
    String holds = "pthread_mutex_lock(&lock); pthread_mutex_unlock(&lock);";
    String tries =
        "int r = pthread_mutex_timedlock(&lock, &later); assert(!(r %s));"
            + " if (r == 0) pthread_mutex_unlock(&lock);";
    assertThat(kinds(holds, tries.formatted("== ETIMEDOUT")))
        .containsExactly(FindingKind.ASSERTION);
    assertThat(kinds(holds, tries.formatted("== 0"))).containsExactly(FindingKind.ASSERTION);
    assertThat(kinds(holds, tries.formatted("== EINVAL"))).isEmpty();
    assertThat(kinds("", tries.formatted("== ETIMEDOUT"))).isEmpty();
  }

  @Test
  void aCondition() {
    String signals =
        "pthread_mutex_lock(&lock); ready = 1; pthread_cond_signal(&there);"
            + " pthread_mutex_unlock(&lock);";
    String waits =
        "pthread_mutex_lock(&lock); int r = 0;"
            + " if (!ready) r = pthread_cond_timedwait(&there, &lock, &later);"
            + " assert(!(%s)); pthread_mutex_unlock(&lock);";
    assertThat(kinds(signals, waits.formatted("!ready"))).containsExactly(FindingKind.ASSERTION);
    assertThat(kinds(signals, waits.formatted("r == ETIMEDOUT")))
        .containsExactly(FindingKind.ASSERTION);
    assertThat(kinds(signals, waits.formatted("r == 0"))).containsExactly(FindingKind.ASSERTION);
    assertThat(kinds(signals, waits.formatted("r == 0 && !ready"))).isEmpty();
    assertThat(kinds("", waits.formatted("r == 0"))).isEmpty();
  }

  @Test
  void aSignalIsForTheThreadsThatWaitForIt() {
    String wait = "r = pthread_cond_timedwait(&there, &lock, &later); assert(r == ETIMEDOUT);";
    String body = "int r; pthread_mutex_lock(&lock); %s pthread_mutex_unlock(&lock);";
    assertThat(kinds("", body.formatted(wait + "pthread_cond_signal(&there);" + wait))).isEmpty();
    assertThat(kinds("", body.formatted("pthread_cond_broadcast(&there);" + wait))).isEmpty();
  }

  @Test
  void aRecursiveMutexIsItsOwnersAgain() {
    String work =
        "pthread_mutex_lock(&lock); pthread_mutex_lock(&lock); ready++;"
            + " pthread_mutex_unlock(&lock); pthread_mutex_unlock(&lock);";
    String recursive = "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP";
    String program = PROGRAM.formatted(work, work);
    assertThat(EveryEngine.kinds(1, program.replace("PTHREAD_MUTEX_INITIALIZER", recursive)))
        .isEmpty();
    assertThat(EveryEngine.kinds(1, program)).containsExactly(FindingKind.DEADLOCK);
    String early =
        "pthread_mutex_lock(&lock); pthread_mutex_lock(&lock); pthread_mutex_unlock(&lock);"
            + " pthread_mutex_unlock(&lock); ready++;";
    assertThat(
            EveryEngine.kinds(
                1, PROGRAM.formatted(work, early).replace("PTHREAD_MUTEX_INITIALIZER", recursive)))
        .containsExactly(FindingKind.CONFLICT);
  }

  private static Iterable<FindingKind> kinds(String work, String main) {
    return EveryEngine.kinds(1, PROGRAM.formatted(work, main));
  }
}
