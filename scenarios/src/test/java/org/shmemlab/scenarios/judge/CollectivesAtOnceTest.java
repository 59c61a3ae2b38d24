package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Collectives of one team that happens-before does not order, collectives that do not match, and
 * conflicts next to them.
 */
@Tag("compiler")
class CollectivesAtOnceTest {
  private static final String CREATE = "pthread_create(&a, NULL, other, NULL);";
  private static final String REDUCE = "shmem_long_sum_reduce(SHMEM_TEAM_WORLD, x, y, 1);";
  private static final ImmutableSet<FindingKind> CONFLICT = ImmutableSet.of(FindingKind.CONFLICT);

  @ParameterizedTest
  @EnumSource(Engine.class)
  void twoThreadsOfAPeInOneTeamLackAnOrder(Engine engine) {
    for (String call : List.of("shmem_barrier_all();", "shmem_sync_all();")) {
      String one = "pthread_join(a, NULL); " + call;
      String both = call + " pthread_join(a, NULL);";
      assertThat(kinds(engine, 1, threads(call, CREATE + both))).as(call).isEqualTo(CONFLICT);
      assertThat(kinds(engine, 1, threads(call, CREATE + one))).as(call).isEmpty();
    }
  }

  /** The root waits for no PE, and the others for no second call of its own PE. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void twoThreadsOfARootLackAnOrder(Engine engine) {
    String call = "shmem_long_broadcast(SHMEM_TEAM_WORLD, x, y, 1, 0);";
    String other = "if (shmem_my_pe() == 0) " + call;
    String twice = " if (me == 1) " + call;
    String one = CREATE + "pthread_join(a, NULL); " + call + twice;
    String both = CREATE + call + " pthread_join(a, NULL);" + twice;
    assertThat(kinds(engine, 2, threads(other, both))).contains(FindingKind.CONFLICT);
    assertThat(kinds(engine, 2, threads(other, one))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void twoStreamsNeedAnEventBetweenCollectivesOfOneTeam(Engine engine) {
    String first = "nvshmemx_barrier_all_on_stream(a);";
    String second = "nvshmemx_barrier_all_on_stream(b);";
    String event = "cudaEventRecord(e, a); cudaStreamWaitEvent(b, e, 0);";
    assertThat(kinds(engine, 2, streams(first + second))).isEqualTo(CONFLICT);
    assertThat(kinds(engine, 2, streams(first + event + second))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void callsThatDoNotMatchAreReportedOnceInWhicheverOrder(Engine engine) {
    String calls =
        """
        if (me == 0) shmem_sync_all();
        else if (me == 1) shmem_barrier_all();
        else shmem_barrier_all();
        """;
    Exploration found =
        Checked.explore(
            engine, Profile.OPENSHMEM, 3, threads("", CREATE + calls + "pthread_join(a, 0);"));
    assertThat(found.findings()).hasSize(1);
    assertThat(((Finding.Failure) found.findings().get(0)).failure().text())
        .startsWith("collectives do not match: ")
        .contains("PE 0 is in");
  }

  /** A PE that waits in a call that writes stays there until its process ends, or the job. */
  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void aConflictWithACallThatNeverEndsIsFoundWhateverEndsTheRun(Engine engine) {
    String put = "shmem_long_p(x, 1, 0);";
    for (String end : List.of("", "exit(0);", "shmem_global_exit(0);")) {
      for (String then :
          List.of("shmem_barrier_all();", "exit(0);", "shmem_global_exit(0);", "shmem_free(y);")) {
        String other = "if (shmem_my_pe() == 0) { " + end + " }";
        String calls = "if (me == 0) {" + CREATE + REDUCE + "} else { " + put + then + " }";
        assertThat(kinds(engine, 2, threads(other, calls)))
            .as(end + then)
            .contains(FindingKind.CONFLICT);
      }
    }
  }

  /**
   * The calls by which all PEs allocate and release symmetric memory are of the team of all PEs, as
   * their barrier is.
   */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void callsOfAllPesAreOfOneTeam(Engine engine) {
    String split = "shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 2, NULL, 0, &m);";
    String give = "shmem_free(z);";
    for (String one : List.of("z = shmem_malloc(8);", "z = shmem_realloc(z, 64);", give)) {
      for (String call :
          List.of("shmem_barrier_all();", "shmem_sync_all();", REDUCE, split, give)) {
        String start = "z = shmem_calloc(1, 8);" + CREATE;
        String beside = call + "pthread_join(a, NULL);";
        assertThat(kinds(engine, 2, threads(one, start + beside)))
            .as(one + call)
            .contains(FindingKind.CONFLICT);
      }
      String later = "z = shmem_calloc(1, 8);" + CREATE + "pthread_join(a, NULL);" + REDUCE;
      assertThat(kinds(engine, 2, threads(one, later))).as(one).isEmpty();
    }
  }

  /** A PE that has returned says that another has come, and not that it has returned. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void aCallLastsUntilItReturns(Engine engine) {
    for (String call :
        List.of(
            "shmem_barrier_all();",
            "shmem_sync_all();",
            "shmem_team_sync(m);",
            "shmem_long_alltoall(m, x, y, 1);",
            REDUCE,
            "shmem_team_destroy(m);")) {
      String split = "shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 2, NULL, 0, &m);";
      String wait = "shmem_long_wait_until(f, SHMEM_CMP_EQ, 1);";
      String again = call.contains("destroy") ? "" : call;
      String join = "pthread_join(a, NULL);";
      String main =
          split
              + "if (me == 0) {"
              + CREATE
              + wait
              + "%s } else { "
              + call
              + " shmem_long_atomic_set(f, 1, 0); "
              + again
              + "}";
      String other = "if (shmem_my_pe() == 0) " + call;
      assertThat(kinds(engine, 2, threads(other, main.formatted(call + join))))
          .as(call)
          .contains(FindingKind.CONFLICT);
      assertThat(kinds(engine, 2, threads(other, main.formatted(join + again)))).as(call).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aCallOnAStreamLastsUntilTheStreamHasPassedIt(Engine engine) {
    String calls =
        """
        uint64_t *s = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));
        nvshmemx_barrier_all_on_stream(a);
        if (nvshmem_my_pe() == 0) {
          nvshmemx_signal_wait_until_on_stream(s, NVSHMEM_CMP_EQ, 1, b);
          %s
        } else {
          nvshmemx_signal_op_on_stream(s, 1, NVSHMEM_SIGNAL_SET, 0, a);
          cudaStreamSynchronize(a);
        }
        nvshmemx_barrier_all_on_stream(b);
        """;
    assertThat(kinds(engine, 2, streams(calls.formatted("")))).isEqualTo(CONFLICT);
    assertThat(kinds(engine, 2, streams(calls.formatted("cudaStreamSynchronize(a);")))).isEmpty();
    String event = "cudaEventRecord(e, a); cudaStreamWaitEvent(b, e, 0);";
    assertThat(kinds(engine, 2, streams(calls.formatted(event)))).isEmpty();
  }

  /** A relaxed flag shows that the store has happened, and does not order accesses to its word. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void aStoreAfterARelaxedFlagIsInConflictWithACallThatNeverEnds(Engine engine) {
    String waits = "while (__atomic_load_n(x + 1, __ATOMIC_ACQUIRE) != 1);";
    for (String call : List.of(REDUCE, "shmem_long_wait_until(x, SHMEM_CMP_EQ, 2);")) {
      for (String peer : List.of("shmem_barrier_all();", "exit(0);", "shmem_global_exit(0);", "")) {
        for (String order : List.of("RELAXED", "RELEASE")) {
          String other = "if (shmem_my_pe() == 0) { " + waits + call + " }";
          String calls =
              "if (me == 0) {"
                  + CREATE
                  + "x[0] = 1; __atomic_store_n(x + 1, 1, __ATOMIC_%s);".formatted(order)
                  + "pthread_join(a, NULL); } else { "
                  + peer
                  + " }";
          assertThat(kinds(engine, 2, threads(other, calls)).contains(FindingKind.CONFLICT))
              .as(order + ": " + call + peer)
              .isEqualTo(order.equals("RELAXED"));
        }
      }
    }
  }

  /** Its put may still be in flight to the word that its broadcast writes, whichever PE is last. */
  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void aConflictNextToCallsThatDoNotMatchIsFound(Engine engine) {
    String calls =
        "if (me == 1) shmem_barrier_all(); else {"
            + " shmem_long_put_nbi(x, y, 1, 0);"
            + " shmem_long_broadcast(SHMEM_TEAM_WORLD, x, y, 1, 0); }";
    assertThat(kinds(engine, 2, threads("", calls))).contains(FindingKind.CONFLICT);
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void aConflictNextToAFailureIsFound(Engine engine) {
    String body =
        """
        if (me == 0) {
          if (t == 0) { nvshmem_long_p(x, 1, 1); nvshmem_long_p(x, 1, 7); }
        } else {
          if (t == 0) x[0] = 2;
        }
        """;
    assertThat(Checked.kinds(engine, Profile.NVSHMEM, 2, Checked.kernel(1, body)))
        .contains(FindingKind.CONFLICT);
  }

  /** Neither of the two ever ends: one waits for PE 0, and so does the other, or fails. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void twoCollectivesThatNeverEndLackAnOrder(Engine engine) {
    String other = "if (shmem_my_pe() == 1) shmem_long_alltoall(m, x, y, 1);";
    for (String first : List.of("", "if (me == 0) shmem_barrier_all();")) {
      String main =
          "shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 2, NULL, 0, &m);"
              + CREATE
              + first
              + "if (me == 1) shmem_long_broadcast(SHMEM_TEAM_WORLD, x, y, 1, 0);"
              + "pthread_join(a, NULL);";
      assertThat(kinds(engine, 2, threads(other, main))).as(first).contains(FindingKind.CONFLICT);
    }
  }

  /** The root returns before the others arrive, so its next access counts, whichever PE is last. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void anAccessOfARootAfterCallsThatDoNotMatchCounts(Engine engine) {
    for (String wrong : List.of("shmem_barrier_all();", "shmem_sync_all();", REDUCE)) {
      for (int root : List.of(0, 1)) {
        String broadcast = "shmem_long_broadcast(SHMEM_TEAM_WORLD, x + 1, y + 1, 1, " + root + ");";
        String race = "shmem_long_put_nbi(x, y, 1, me); x[0] = 2;";
        String calls = "if (me == %d) { %s %s } else %s".formatted(root, broadcast, race, wrong);
        assertThat(kinds(engine, 2, threads("", calls))).as(calls).contains(FindingKind.CONFLICT);
        assertThat(kinds(engine, 2, threads("", calls.replace(race, ""))))
            .as(calls)
            .containsExactly(FindingKind.MISUSE);
      }
    }
  }

  /** Two of three wait in different calls: that is the finding, and not that the third waits. */
  @Test
  void callsThatDoNotMatchAreReportedAlthoughAPeNeverArrives() {
    String program =
        """
        #include <nvshmem.h>
        __global__ void never(long *x) {
          nvshmem_long_wait_until(x, NVSHMEM_CMP_EQ, 1);
        }
        int main() {
          nvshmem_init();
          long *x = (long *)nvshmem_calloc(1, sizeof(long));
          if (nvshmem_my_pe() == 0) nvshmem_barrier_all();
          if (nvshmem_my_pe() == 1) nvshmem_sync_all();
          if (nvshmem_my_pe() == 2) never<<<1, 1>>>(x);
          cudaDeviceSynchronize();
          nvshmem_finalize();
        }
        """;
    assertThat(EveryEngine.kinds(3, program)).containsExactly(FindingKind.MISUSE);
    assertThat(EveryEngine.failures(3, program))
        .singleElement()
        .asString()
        .startsWith("collectives do not match: sync here, while PE 0 is in barrier");
  }

  /** Two roots that return at once do not match either, although no PE waits for another. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void twoRootsDoNotMatch(Engine engine) {
    String calls = "shmem_long_broadcast(SHMEM_TEAM_WORLD, x, y, 1, me);";
    assertThat(kinds(engine, 2, threads("", calls))).containsExactly(FindingKind.MISUSE);
  }

  /** The finding is reported where the thread waits, and where it polls for ever, too. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void callsThatDoNotMatchAreReportedNextToAThreadThatPollsForEver(Engine engine) {
    for (String poll :
        List.of(
            "shmem_long_wait_until(x, SHMEM_CMP_EQ, 1);",
            "while (!shmem_long_test(x, SHMEM_CMP_EQ, 1));",
            "while (shmem_long_atomic_fetch(x, 0) != 1);",
            "while (shmem_long_g(x, 0) != 1);",
            "while (shmem_long_atomic_fetch(x, 0) != 1 && shmem_long_g(x, 0) != 2);")) {
      String calls =
          CREATE
              + "if (me == 0) shmem_barrier_all();"
              + "else shmem_long_broadcast(SHMEM_TEAM_WORLD, x + 1, y + 1, 1, 0);";
      assertThat(kinds(engine, 2, threads("if (shmem_my_pe() == 0) " + poll, calls)))
          .as(poll)
          .containsExactly(FindingKind.MISUSE);
    }
  }

  /** One of them comes when there is no team any more, or just before. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void aTeamIsDestroyedByOneThread(Engine engine) {
    String split = "shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 2, NULL, 0, &m);";
    for (String call : List.of("shmem_team_destroy(m);", "shmem_team_sync(m);")) {
      String other = "if (shmem_my_pe() == 1) " + call;
      String last = " shmem_team_destroy(m); pthread_join(a, NULL);";
      assertThat(kinds(engine, 2, threads(other, split + CREATE + last)))
          .as(call)
          .contains(FindingKind.CONFLICT);
    }
  }

  /** The threads of a block wait for each other, and no other agent waits for them. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void anOperationOfTheHostIsBeforeOrAfterAQuietThatFollowsABarrierOfABlock(Engine engine) {
    String device =
        """
        #include <nvshmem.h>
        #include <nvshmemx.h>
        __global__ void kernel(long *x, long *y) {
          if (threadIdx.x == 0 && nvshmem_my_pe() == 0) nvshmem_long_p(x, 1, 1);
          nvshmemx_barrier_all_block();
          if (threadIdx.x == 0 && nvshmem_my_pe() == 1) nvshmem_long_get(y, x + 1, 1, 1);
        }
        int main(void) {
          nvshmem_init();
          long *x = (long *)nvshmem_calloc(2, 8), *y = (long *)nvshmem_calloc(2, 8);
          void *arguments[] = {&x, &y};
          nvshmemx_collective_launch((const void *)kernel, 1, 2, arguments, 0, 0);
          BEFORE
          if (nvshmem_my_pe() == 1) nvshmem_long_get(y, x + 1, 1, 1);
          cudaDeviceSynchronize();
          nvshmem_finalize();
        }
        """;
    for (Profile profile : List.of(Profile.NVSHMEM, Profile.ORDERING_PAGE)) {
      assertThat(kinds(engine, profile, device.replace("BEFORE", "")))
          .as(profile.name())
          .contains(FindingKind.CONFLICT);
      assertThat(kinds(engine, profile, device.replace("BEFORE", "cudaDeviceSynchronize();")))
          .as(profile.name())
          .isEmpty();
    }
  }

  private static ImmutableSet<FindingKind> kinds(Engine engine, Profile profile, String text) {
    return Checked.kinds(engine, profile, 2, new SourceFile("block.cu", text));
  }

  private static ImmutableSet<FindingKind> kinds(Engine engine, int pes, SourceFile source) {
    Profile profile = source.path().endsWith(".c") ? Profile.OPENSHMEM : Profile.NVSHMEM;
    return Checked.kinds(engine, profile, pes, source);
  }

  private static SourceFile threads(String other, String main) {
    return new SourceFile(
        "threads.c",
        """
        #include <pthread.h>
        #include <shmem.h>
        #include <stdlib.h>
        static long x[2], y[2], f[1];
        static shmem_team_t m;
        static long *z;
        static void *other(void *unused) {
          %s
          return NULL;
        }
        int main(void) {
          int level;
          pthread_t a;
          shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
          int me = shmem_my_pe();
          %s
          shmem_finalize();
          return me < 0;
        }
        """
            .formatted(other, main));
  }

  private static SourceFile streams(String calls) {
    return new SourceFile(
        "streams.cu",
        """
        #include <nvshmem.h>
        #include <nvshmemx.h>
        int main() {
          cudaStream_t a, b;
          cudaEvent_t e;
          nvshmem_init();
          cudaStreamCreate(&a);
          cudaStreamCreate(&b);
          cudaEventCreate(&e);
          %s
          cudaDeviceSynchronize();
          nvshmem_finalize();
        }
        """
            .formatted(calls));
  }
}
