package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.source.SourceFile;

/** Loops that ask the CUDA runtime or the C library until something has changed. */
@Tag("compiler")
class PollsByCallsTest {
  private static final String STREAM =
      """
      #include <stdio.h>
      #include <cuda_runtime.h>
      #include <nvshmem.h>
      #include <nvshmemx.h>
      __global__ void work(long *x, uint64_t *s) {
        %s
        x[1] = 7;
      }
      int main(void) {
        nvshmem_init();
        long *x = (long *) nvshmem_calloc(2, 8);
        uint64_t *s = (uint64_t *) nvshmem_calloc(1, 8);
        long seen = 0;
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        cudaStream_t other;
        cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
        cudaEvent_t event;
        cudaEventCreate(&event);
        work<<<1, 1, 0, stream>>>(x, s);
        cudaEventRecord(event, stream);
        %s
        cudaMemcpyAsync(&seen, x + 1, 8, cudaMemcpyDeviceToHost, other);
        cudaStreamSynchronize(other);
        printf("%%ld", seen);
        nvshmem_barrier_all();
        nvshmem_finalize();
        return 0;
      }
      """;

  private static final String SIGNAL =
      "nvshmemx_signal_op(s, 1, NVSHMEM_SIGNAL_SET, 1 - nvshmem_my_pe());"
          + "nvshmem_signal_wait_until(s, NVSHMEM_CMP_EQ, 1);";

  private static final String THREADS =
      """
      #include <pthread.h>
      #include <string.h>
      static char a[8];
      static void *set(void *unused) {
        %s
        return unused;
      }
      int main(void) {
        pthread_t t;
        pthread_create(&t, 0, set, 0);
        %s
        pthread_join(t, 0);
        return 0;
      }
      """;

  @Tag("whole")
  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR", "RANDOM"})
  void aLoopOverAQueryWaitsForItsStream(Engine engine) {
    for (String kernel : List.of("", SIGNAL)) {
      for (String poll :
          List.of(
              "while (cudaStreamQuery(stream) == cudaErrorNotReady);",
              "while (cudaEventQuery(event) != cudaSuccess);")) {
        Exploration found = explore(engine, STREAM.formatted(kernel, poll));
        assertThat(found.findings()).as(poll).isEmpty();
        assertThat(ImmutableList.copyOf(found.outcomes().keySet())).as(poll).hasSize(1);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void aQueryMayComeBeforeAndAfterTheEnd(Engine engine) {
    String notify = "nvshmemx_signal_op(s, 1, NVSHMEM_SIGNAL_SET, nvshmem_my_pe());";
    String seen = "nvshmem_signal_wait_until(s, NVSHMEM_CMP_EQ, 1);";
    for (String asks : List.of("cudaStreamQuery(stream)", "cudaEventQuery(event)")) {
      String query =
          "if (" + asks + " == cudaSuccess) printf(\"done \"); cudaStreamSynchronize(stream);";
      assertThat(explore(engine, STREAM.formatted("", query)).outcomes()).as(asks).hasSize(4);
      assertThat(explore(engine, STREAM.formatted(SIGNAL, query)).outcomes()).as(asks).hasSize(4);
      assertThat(explore(engine, STREAM.formatted(notify, seen + query)).outcomes())
          .as("seen, and %s", asks)
          .hasSize(4);
    }
  }

  /** An event on a stream with nothing to do takes its time, too. */
  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void aQueryMayComeBeforeItsEventIsRecorded(Engine engine) {
    String query =
        "cudaStreamSynchronize(stream); cudaEventRecord(event, other);"
            + " if (cudaEventQuery(event) == cudaSuccess) printf(\"done \");";
    assertThat(explore(engine, STREAM.formatted("", query)).outcomes()).hasSize(4);
    assertThat(
            explore(
                    engine,
                    STREAM.formatted(
                        "", query.replace("; if", "; cudaStreamSynchronize(other); if")))
                .outcomes())
        .hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR", "RANDOM"})
  void aQueryThatIsNotAwaitedOrdersNothing(Engine engine) {
    assertThat(kinds(engine, STREAM.formatted(SIGNAL, "cudaStreamQuery(stream);")))
        .contains(FindingKind.CONFLICT);
  }

  /**
   * An agent that polls for ever has its accesses, and so have the next steps of the other agent.
   */
  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR", "RANDOM"})
  void twoPollsForEverMayBeInConflict(Engine engine) {
    String text =
        """
        #include <pthread.h>
        #include <shmem.h>
        static long f;
        static void *poll(void *unused) {
          while (ONE != 1) { }
          return NULL;
        }
        int main(void) {
          int level;
          pthread_t t;
          shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
          pthread_create(&t, NULL, poll, NULL);
          while (OTHER != 1) { }
          pthread_join(t, NULL);
          shmem_finalize();
          return 0;
        }
        """;
    String atomic = "shmem_long_atomic_fetch_add(&f, 0, 0)";
    String get = "shmem_long_g(&f, 0)";
    for (String one : List.of(atomic, get)) {
      for (String other : List.of(atomic, get)) {
        SourceFile file =
            new SourceFile("polls.c", text.replace("ONE", one).replace("OTHER", other));
        boolean conflict = !one.equals(other);
        assertThat(Checked.kinds(engine, Profile.OPENSHMEM, 1, file).contains(FindingKind.CONFLICT))
            .as("%s and %s", one, other)
            .isEqualTo(conflict);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR", "RANDOM"})
  void aPollThatComparesMemoryIsNotEndless(Engine engine) {
    for (String poll :
        List.of(
            "while (memcmp(a, \"x\", 2) != 0);",
            "while (strlen(a) == 0);",
            "while (strcmp(a, \"x\") != 0) { }")) {
      assertThat(kinds(engine, THREADS.formatted("a[0] = 'x';", poll)))
          .as(poll)
          .containsExactly(FindingKind.CONFLICT);
      assertThat(kinds(engine, THREADS.formatted("", poll)))
          .as(poll)
          .containsExactly(FindingKind.DEADLOCK);
    }
  }

  private static ImmutableSet<FindingKind> kinds(Engine engine, String text) {
    return explore(engine, text).findings().stream()
        .map(Finding::kind)
        .collect(ImmutableSet.toImmutableSet());
  }

  private static Exploration explore(Engine engine, String text) {
    return Checked.explore(engine, Profile.NVSHMEM, 2, new SourceFile("poll.cu", text));
  }
}
