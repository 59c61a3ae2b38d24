package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.machine.BlockedAgents;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.source.SourceFile;

/** Programs that can reach a state from which they never end, and programs that only may loop. */
@Tag("compiler")
class EndlessProgramsTest {
  /** Of the random engine: one that does not end takes as long as a thousand that do. */
  private static final int SCHEDULES = 50;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aPollThatNoAgentEndsIsALivelock(Engine engine) {
    for (String body :
        List.of(
            "if (me == 0) while (shmem_uint64_atomic_fetch(&f, 1) != 1);",
            "if (me == 0) while (shmem_long_g(&a, 1) == 0);"
                + " else while (shmem_long_test(&a, SHMEM_CMP_EQ, 0));",
            "if (me == 0) { lock(&a); lock(&b); unlock(&b); unlock(&a); }"
                + " else { lock(&b); lock(&a); unlock(&a); unlock(&b); }",
            "if (me == 0) { shmem_set_lock(&a); shmem_barrier_all(); shmem_clear_lock(&a); } else {"
                + " while (shmem_test_lock(&a)); shmem_clear_lock(&a); shmem_barrier_all(); }")) {
      Exploration found =
          Checked.explore(engine, Profile.OPENSHMEM, 2, Checked.openshmem(body), SCHEDULES);
      assertThat(found.findings())
          .as(body)
          .isNotEmpty()
          .allSatisfy(finding ->
              assertThat(finding)
                  .isInstanceOfSatisfying(
                      Finding.Livelock.class,
                      livelock -> assertThat(livelock.round()).isNotEmpty()));
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aPollThatAnotherAgentEndsIsNone(Engine engine) {
    for (String body :
        List.of(
            "if (me == 0) while (shmem_uint64_atomic_fetch(&f, 1) != 1);"
                + " else shmem_uint64_atomic_set(&f, 1, 1);",
            "lock(&a); lock(&b); unlock(&b); unlock(&a);",
            "while (shmem_test_lock(&a)); shmem_clear_lock(&a);")) {
      Exploration found = Checked.explore(engine, Profile.OPENSHMEM, 2, Checked.openshmem(body));
      assertThat(found.findings()).as(body).isEmpty();
      assertThat(found.outcomes()).as(body).isNotEmpty();
    }
  }

  /** Nothing is reported of the steps after a conflict, nor that an endless poll begins there. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void aPollAfterAConflictIsNotFollowed(Engine engine) {
    Exploration found =
        Checked.explore(
            engine,
            Profile.OPENSHMEM,
            2,
            new SourceFile(
                "poll.c",
                """
                #include <pthread.h>
                #include <shmem.h>
                #include <stdint.h>
                #include <stdio.h>
                #include <string.h>

                static long x[4], y[4], f[2], l[2];
                static uint64_t s[2];
                static char t[8];

                static void *w0(void *unused) {
                  int me = shmem_my_pe();
                  long r = 0;
                  if (me == 0) {
                    shmem_long_atomic_set(f, 1, 0);
                    shmem_quiet();
                  }
                  if (me == 1) {
                    do { r = __atomic_load_n(f + 0, __ATOMIC_ACQUIRE); } while (r != 1);
                    __atomic_store_n(f + 1, 1, __ATOMIC_RELEASE);
                  }
                  return NULL;
                }

                static void *w1(void *unused) {
                  int me = shmem_my_pe();
                  long r = 0;
                  if (me == 1) {
                    shmem_long_atomic_set(f, 1, 0);
                  }
                  return NULL;
                }

                int main(void) {
                  long r = 0;
                  int level;
                  shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
                  int me = shmem_my_pe();
                  pthread_t a = 0, b = 0;
                  if (me == 0) {
                    pthread_create(&a, NULL, w0, NULL);
                    shmem_long_atomic_set(f, 1, 0);
                    r = shmem_long_atomic_fetch_add(f + 1, 0, 1);
                    while (!(shmem_long_g(f, 0) == 2));
                    pthread_join(a, NULL);
                  }
                  if (me == 1) {
                    pthread_create(&a, NULL, w0, NULL);
                    pthread_create(&b, NULL, w1, NULL);
                    shmem_long_p(x + 0, 1, 1);
                    __atomic_store_n(f + 0, 1, __ATOMIC_RELEASE);
                    { r = __atomic_load_n(f + 1, __ATOMIC_ACQUIRE); printf("0: %ld\\n", r); }
                    { r = *(x + 0); printf("1: %ld\\n", r); }
                    pthread_join(a, NULL);
                    pthread_join(b, NULL);
                  }
                  shmem_finalize();
                  return 0;
                }
                """));
    assertThat(found.undefined()).isTrue();
  }

  /** The mutex or event that keeps an order for other agents is no agent that could be stuck. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void onlyAgentsWithCodeAreStuck(Engine engine) {
    SourceFile streams =
        new SourceFile(
            "streams.cu",
            """
            #include <nvshmem.h>
            #include <nvshmemx.h>
            __global__ void k(uint64_t *s) {
              nvshmem_signal_wait_until(s, NVSHMEM_CMP_EQ, 1);
            }
            int main() {
              nvshmem_init();
              uint64_t *s = (uint64_t *)nvshmem_calloc(1, 8);
              cudaStream_t a, b;
              cudaEvent_t e;
              cudaStreamCreate(&a);
              cudaStreamCreate(&b);
              cudaEventCreate(&e);
              k<<<1, 1, 0, a>>>(s);
              cudaEventRecord(e, a);
              cudaStreamWaitEvent(b, e, 0);
              cudaDeviceSynchronize();
            }
            """);
    SourceFile threads =
        new SourceFile(
            "threads.c",
            """
            #include <pthread.h>
            #include <shmem.h>
            static pthread_mutex_t q = PTHREAD_MUTEX_INITIALIZER;
            static long f;
            static void *w(void *unused) {
              pthread_mutex_lock(&q);
              pthread_mutex_unlock(&q);
              shmem_long_wait_until(&f, SHMEM_CMP_EQ, 1);
              return NULL;
            }
            int main() {
              int level;
              shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
              pthread_t a;
              pthread_create(&a, NULL, w, NULL);
              pthread_join(a, NULL);
            }
            """);
    assertThat(stuck(engine, streams))
        .containsExactly("host", "stream 3", "stream 4", "a thread of kernel k");
    assertThat(stuck(engine, threads)).containsExactly("host", "host thread 1");
  }

  private static List<String> stuck(Engine engine, SourceFile source) {
    return Checked.explore(engine, Profile.NVSHMEM, 1, source).findings().stream()
        .map(Finding.Deadlock.class::cast)
        .flatMap(found -> found.agents().stream())
        .map(BlockedAgents.Blocked::name)
        .toList();
  }
}
