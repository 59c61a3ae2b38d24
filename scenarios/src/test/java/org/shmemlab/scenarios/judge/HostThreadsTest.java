package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.testing.Draws;

/**
 * The calls that order the threads of a host, and those that do not; both exhaustive engines have
 * to agree.
 */
@Tag("catalogue")
class HostThreadsTest {
  private static final String INCREMENT =
      """
      #include <pthread.h>
      static int n;
      static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
      static void *work(void *unused) {
        %s
        n++;
        %s
        return unused;
      }
      int main(void) {
        pthread_t t;
        pthread_create(&t, 0, work, 0);
        %s
        n++;
        %s
        return n != 2;
      }
      """;

  private static final String JOIN = "pthread_join(t, 0);";
  private static final String LOCK = "pthread_mutex_lock(&lock);";
  private static final String UNLOCK = "pthread_mutex_unlock(&lock);";

  private static final String PUT_OF_A_THREAD =
      """
      #include <pthread.h>
      #include <shmem.h>
      static long data;
      static long flag;
      static void *put(void *unused) {
        shmem_long_p(&data, 42, 1);
        return unused;
      }
      int main(void) {
        int level;
        shmem_init_thread(%s, &level);
        if (shmem_my_pe() == 0) {
          pthread_t t;
          pthread_create(&t, 0, put, 0);
          %s
          shmem_quiet();
          shmem_long_atomic_set(&flag, 1, 1);
          %s
        } else {
          shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
          if (data != 42) shmem_global_exit(1);
        }
        shmem_finalize();
        return 0;
      }
      """;

  private static final String TURNS =
      """
      #include <pthread.h>
      #include <shmem.h>
      static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
      static long x;
      static void *work(void *unused) {
        %s
        return unused;
      }
      int main(void) {
        int level;
        shmem_init_thread(SHMEM_THREAD_SERIALIZED, &level);
        pthread_t t;
        pthread_create(&t, 0, work, 0);
        %s
        pthread_join(t, 0);
        shmem_finalize();
        return 0;
      }
      """;

  private static final String FUNNELED =
      """
      #include <pthread.h>
      #include <shmem.h>
      static long x;
      static void *work(void *unused) {
        int level;
        shmem_init_thread(SHMEM_THREAD_FUNNELED, &level);
        shmem_long_p(&x, 1, 0);
        shmem_quiet();
        return unused;
      }
      int main(void) {
        pthread_t t;
        pthread_create(&t, 0, work, 0);
        pthread_join(t, 0);
        %s
        return 0;
      }
      """;

  private static final String TWO_LOCKS =
      """
      #include <pthread.h>
      static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
      static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
      static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
        pthread_mutex_lock(first);
        pthread_mutex_lock(second);
        pthread_mutex_unlock(second);
        pthread_mutex_unlock(first);
      }
      static void *work(void *unused) {
        both(%s);
        return unused;
      }
      int main(void) {
        pthread_t t;
        pthread_create(&t, 0, work, 0);
        both(&a, &b);
        pthread_join(t, 0);
        return 0;
      }
      """;

  private static final String REGION =
      """
      int main(void) {
        int n = 0;
        #pragma omp parallel num_threads(2)
        {
          %s
        }
        return n > 2;
      }
      """;

  private static final String SIGNAL =
      """
      #include <pthread.h>
      static pthread_mutex_t lock;
      static pthread_cond_t changed;
      static int ready;
      static void *waiter(void *unused) {
        pthread_mutex_lock(&lock);
        while (!ready) pthread_cond_wait(&changed, &lock);
        pthread_mutex_unlock(&lock);
        return unused;
      }
      int main(void) {
        pthread_t one, two;
        pthread_create(&one, 0, waiter, 0);
        pthread_create(&two, 0, waiter, 0);
        pthread_mutex_lock(&lock);
        ready = 1;
        %s(&changed);
        pthread_mutex_unlock(&lock);
        pthread_join(one, 0);
        pthread_join(two, 0);
        return 0;
      }
      """;

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void aMutexOfAnotherThreadOrdersNothing(Engine engine) {
    String fails = "if (pthread_mutex_trylock(&lock) == 0) return 0;";
    assertThat(kinds(engine, 1, INCREMENT.formatted("", LOCK, fails, JOIN)))
        .containsExactly(FindingKind.CONFLICT);
    String succeeds = "while (pthread_mutex_trylock(&lock) != 0);";
    assertThat(kinds(engine, 1, INCREMENT.formatted(LOCK, UNLOCK, succeeds, UNLOCK + JOIN)))
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void onlyAJoinOrAMutexOrdersTwoIncrements(Engine engine) {
    assertThat(kinds(engine, 1, INCREMENT.formatted("", "", "", JOIN)))
        .containsOnly(FindingKind.CONFLICT);
    assertThat(kinds(engine, 1, INCREMENT.formatted("", "", JOIN, ""))).isEmpty();
    assertThat(kinds(engine, 1, INCREMENT.formatted(LOCK, UNLOCK, LOCK, UNLOCK + JOIN))).isEmpty();
    assertThat(kinds(engine, 1, INCREMENT.formatted("", "", LOCK, UNLOCK + JOIN)))
        .containsOnly(FindingKind.CONFLICT);
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void aQuietCoversThePutOfAThreadThatWasJoined(Engine engine) {
    String multiple = "SHMEM_THREAD_MULTIPLE";
    assertThat(kinds(engine, 2, PUT_OF_A_THREAD.formatted(multiple, "", JOIN)))
        .contains(FindingKind.CONFLICT);
    assertThat(kinds(engine, 2, PUT_OF_A_THREAD.formatted(multiple, JOIN, ""))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void aSecondThreadMayNotCallTheLibraryUnlessTheProgramAskedForIt(Engine engine) {
    assertThat(kinds(engine, 2, PUT_OF_A_THREAD.formatted("SHMEM_THREAD_FUNNELED", JOIN, "")))
        .containsOnly(FindingKind.MISUSE);
    assertThat(kinds(engine, 2, PUT_OF_A_THREAD.formatted("SHMEM_THREAD_SERIALIZED", JOIN, "")))
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void aLevelThatIsTooLowHidesNoConflict(Engine engine) {
    for (String level : List.of("SINGLE", "FUNNELED", "SERIALIZED")) {
      assertThat(kinds(engine, 2, PUT_OF_A_THREAD.formatted("SHMEM_THREAD_" + level, "", JOIN)))
          .as(level)
          .contains(FindingKind.MISUSE, FindingKind.CONFLICT);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void nvshmemLetsOneThreadOfAHostCallAtATime(Engine engine) {
    String initThread = "int given; nvshmem_init_thread(NVSHMEM_THREAD_MULTIPLE, &given);";
    for (String init : List.of("nvshmem_init();", initThread)) {
      for (String call : List.of("nvshmem_int_atomic_inc(box, 0);", "nvshmem_quiet();")) {
        Set<FindingKind> atOnce = nvshmemKinds(engine, init, call, call + "t.join();");
        assertThat(atOnce).as(init + call).contains(FindingKind.MISUSE);
        assertThat(nvshmemKinds(engine, init, call, "t.join();" + call)).as(init + call).isEmpty();
        String locked = "lock.lock();" + call + "lock.unlock();";
        assertThat(nvshmemKinds(engine, init, locked, locked + "t.join();"))
            .as(init + call)
            .doesNotContain(FindingKind.MISUSE);
      }
    }
    assertThat(nvshmemKinds(engine, "nvshmem_init();", "(void)nvshmem_my_pe();", "t.join();"))
        .isEmpty();
  }

  private static Set<FindingKind> nvshmemKinds(
      Engine engine, String init, String ofThread, String ofMain) {
    String text =
        """
        #include <mutex>
        #include <thread>
        #include <nvshmem.h>
        std::mutex lock;
        int main() {
          %s
          int *box = (int *)nvshmem_calloc(1, sizeof(int));
          std::thread t([=] { %s });
          %s
          nvshmem_free(box);
          nvshmem_finalize();
        }
        """
            .formatted(init, ofThread, ofMain);
    SourceFile file = new SourceFile("threads.cu", text);
    return Checked.kinds(engine, Profile.NVSHMEM, 1, file);
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void threadsThatPromisedToTakeTurnsMayNotCallTheLibraryAtTheSameTime(Engine engine) {
    Exploration found =
        explore(engine, 2, PUT_OF_A_THREAD.formatted("SHMEM_THREAD_SERIALIZED", "", JOIN));
    assertThat(found.findings())
        .extracting(
            finding -> finding instanceof Finding.Failure failure ? failure.failure().text() : "")
        .anySatisfy(text ->
            assertThat(text)
                .startsWith("two threads call OpenSHMEM at the same time (host at threads.c:16:5)")
                .endsWith(
                    "; order the calls or ask for SHMEM_THREAD_MULTIPLE with"
                        + " shmem_init_thread"));
    for (String call :
        List.of("shmem_quiet();", "shmem_long_atomic_inc(&x, 0);", "(void) shmem_long_g(&x, 0);")) {
      assertThat(kinds(engine, 1, TURNS.formatted(call, call)))
          .as(call)
          .containsOnly(FindingKind.MISUSE);
      String locked = LOCK + call + UNLOCK;
      assertThat(kinds(engine, 1, TURNS.formatted(locked, locked))).as(call).isEmpty();
      assertThat(kinds(engine, 1, TURNS.formatted(locked, call)))
          .as(call)
          .contains(FindingKind.MISUSE);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void theThreadThatInitialisedTheLibraryMayCallIt(Engine engine) {
    assertThat(kinds(engine, 1, FUNNELED.formatted(""))).isEmpty();
    assertThat(kinds(engine, 1, FUNNELED.formatted("shmem_quiet();")))
        .containsOnly(FindingKind.MISUSE);
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void twoMutexesInOppositeOrdersDeadlock(Engine engine) {
    Exploration opposite = explore(engine, 1, TWO_LOCKS.formatted("&b, &a"));
    assertThat(opposite.findings()).hasSize(1);
    assertThat(((Finding.Deadlock) opposite.findings().get(0)).agents())
        .extracting(agent -> agent.name() + " " + agent.what())
        .containsExactlyInAnyOrder(
            "host waits for 'b', which thread 1 has",
            "host thread 1 waits for 'a', which host has");
    assertThat(kinds(engine, 1, TWO_LOCKS.formatted("&a, &b"))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void oneSignalWakesOneOfTwoAndABroadcastBoth(Engine engine) {
    assertThat(kinds(engine, 1, SIGNAL.formatted("pthread_cond_signal")))
        .containsOnly(FindingKind.DEADLOCK);
    assertThat(kinds(engine, 1, SIGNAL.formatted("pthread_cond_broadcast"))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void sharedVariablesOfAParallelRegionNeedAnOrder(Engine engine) {
    assertThat(kinds(engine, 1, REGION.formatted("n++;"))).containsOnly(FindingKind.CONFLICT);
    assertThat(kinds(engine, 1, REGION.formatted("int mine = 0; mine++;"))).isEmpty();
    for (String directive :
        List.of("critical", "atomic", "atomic capture", "single", "single nowait", "master")) {
      String statement = directive.endsWith("capture") ? "int v; v = n++;" : "n++;";
      String declared = statement.startsWith("int") ? "int v;" : "";
      String text =
          REGION.formatted(
              declared
                  + "\n#pragma omp "
                  + directive
                  + "\n"
                  + statement.substring(declared.length()));
      assertThat(kinds(engine, 1, text)).as(directive).isEmpty();
    }
  }

  private static final String TASKS =
      """
      int main(void) {
        int n = 0;
        #pragma omp parallel num_threads(2)
        #pragma omp single
        {
          %s
        }
        return n > 2;
      }
      """;

  private static final String TASK = "\n#pragma omp task shared(n)\n";
  private static final String TASKWAIT = "\n#pragma omp taskwait\n";

  @ParameterizedTest
  @Tag("whole")
  @EnumSource(names = {"STATES", "DPOR"})
  void tasksAreOrderedByTheWaitsForThem(Engine engine) {
    String grandchild = TASK + "{" + TASK + "n++; }";
    String group = "\n#pragma omp taskgroup\n{" + grandchild + "}";
    for (String body :
        Draws.of(
            List.of(
                TASK + "n++;" + TASKWAIT + "n++;",
                TASK + "n++;\n#pragma omp taskwait depend(in : n)\n",
                group + "n++;",
                "\n#pragma omp task shared(n) depend(inout : n)\nn++;".repeat(2),
                grandchild))) {
      assertThat(kinds(engine, 1, TASKS.formatted(body))).as(body).isEmpty();
    }
    for (String body :
        List.of(
            TASK + "n++;" + "n++;",
            TASK + "n++;" + TASK + "n++;",
            grandchild + TASKWAIT + "n++;")) {
      assertThat(kinds(engine, 1, TASKS.formatted(body)))
          .as(body)
          .containsOnly(FindingKind.CONFLICT);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void iterationsOfALoopAreOrderedByOrderedAlone(Engine engine) {
    String loop = "\n#pragma omp for %s\nfor (int i = 0; i < 2; i++)\n%s n = i;";
    for (String schedule : List.of("schedule(dynamic)", "schedule(guided)", "schedule(static)")) {
      assertThat(kinds(engine, 1, REGION.formatted(loop.formatted(schedule, ""))))
          .as(schedule)
          .containsOnly(FindingKind.CONFLICT);
    }
    String ordered = loop.formatted("ordered schedule(dynamic)", "\n#pragma omp ordered\n");
    assertThat(kinds(engine, 1, REGION.formatted(ordered))).isEmpty();
  }

  /** The variables of a call are gone when it returns; others get their place. */
  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void variablesOfEndedCallsAreOthers(Engine engine) {
    String text =
        """
        #include <pthread.h>
        static int n;
        static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
        static void draw(int *p) {
          *p = 1;
          pthread_mutex_lock(&lock);
          n++;
          pthread_mutex_unlock(&lock);
          *p = 2;
        }
        static int number(void) { int mine; draw(&mine); return mine; }
        static void *work(void *u) { number(); number(); return u; }
        int main(void) {
          pthread_t t;
          pthread_create(&t, 0, work, 0);
          number();
          number();
          pthread_join(t, 0);
          return 0;
        }
        """;
    assertThat(kinds(engine, 1, text)).isEmpty();
  }

  private static ImmutableSet<FindingKind> kinds(Engine engine, int pes, String text) {
    return explore(engine, pes, text).findings().stream()
        .map(Finding::kind)
        .collect(ImmutableSet.toImmutableSet());
  }

  private static Exploration explore(Engine engine, int pes, String text) {
    SourceFile file = new SourceFile("threads.c", text);
    CudaC.Compiled compiled = CudaC.compile(file);
    Program program = compiled.program();
    if (program == null) {
      throw new AssertionError(compiled.diagnostics().toString());
    }
    ExplorationLimits limits =
        new ExplorationLimits(engine, new SearchOptions(300_000, 0, () -> false));
    Exploration exploration =
        ProgramJudgement.of(
                file, program, Job.ofPes(pes), ImmutableList.of(Profile.OPENSHMEM), limits)
            .answers()
            .get(0)
            .exploration();
    assertThat(exploration.complete()).isTrue();
    return exploration;
  }
}
