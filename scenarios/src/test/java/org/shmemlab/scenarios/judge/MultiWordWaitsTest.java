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

/**
 * Waits and tests of several words read them one after another, in any order, each word at a time
 * of its own (memory model, section 9).
 */
@Tag("compiler")
class MultiWordWaitsTest {
  private static final String PROGRAM =
      """
      #include <stdio.h>
      #include <shmem.h>
      static int f[4];
      static int mask[4] = {0, 1, 0, 0};
      static int wanted[4] = {1, 1, 1, 1};
      static size_t at[4];
      int main(void) {
        shmem_init();
        if (shmem_my_pe() == 0) {
          %s
        } else {
          %s
        }
        shmem_barrier_all();
        shmem_finalize();
        return 0;
      }
      """;

  private static final String SET_0 = "shmem_int_atomic_set(f, 1, 0); shmem_quiet();";
  private static final String CLEAR_0 = "shmem_int_atomic_set(f, 0, 0); shmem_quiet();";
  private static final String SET_1 = "shmem_int_atomic_set(f + 1, 1, 0); shmem_quiet();";
  private static final String BOTH = SET_0 + SET_1;
  private static final String ONE_AT_A_TIME = SET_0 + CLEAR_0 + SET_1;

  private static final String SOME =
      """
      size_t n = shmem_int_%s_some(f, 2, at, NULL, SHMEM_CMP_EQ, 1);
      printf("%%d", (int) n);
      for (size_t k = 0; k < n; k++) printf(" %%d", (int) at[k]);
      """;

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR", "RANDOM"})
  void anyGivesEachWordThatHolds(Engine engine) {
    for (String values : List.of("", "_vector")) {
      String asked = values.isEmpty() ? "1" : "wanted";
      String wait =
          "printf(\"%d\", (int) shmem_int_wait_until_any"
              + values
              + "(f, 2, NULL, SHMEM_CMP_EQ, "
              + asked
              + "));";
      assertThat(shown(engine, wait, BOTH)).containsExactly("0", "1");
      assertThat(shown(engine, wait.replace("wait_until", "test"), BOTH))
          .containsExactly("-1", "0", "1");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR", "RANDOM"})
  void aTestOfAnyMayFailAlthoughSomeWordAlwaysHolds(Engine engine) {
    String test = "printf(\"%d\", (int) shmem_int_test_any(f, 2, NULL, SHMEM_CMP_EQ, 1));";
    String barrier = "shmem_barrier_all();";
    assertThat(shown(engine, "f[0] = 1;" + barrier + test, barrier + SET_1 + CLEAR_0))
        .containsExactly("-1", "0", "1");
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR", "RANDOM"})
  void someMayMissWhatItHasLookedAtBefore(Engine engine) {
    assertThat(shown(engine, SOME.formatted("wait_until"), BOTH))
        .containsExactly("1 0", "1 1", "2 0 1", "2 1 0");
    assertThat(shown(engine, SOME.formatted("test"), BOTH))
        .containsExactly("0", "1 0", "1 1", "2 0 1", "2 1 0");
    assertThat(shown(engine, SOME.formatted("wait_until"), SET_0 + SET_1 + CLEAR_0))
        .containsExactly("1 0", "1 1", "2 0 1", "2 1 0");
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR", "RANDOM"})
  void allHoldsIfEachHeldWhenItWasLookedAt(Engine engine) {
    String test = "printf(\"%d\", shmem_int_test_all(f, 2, NULL, SHMEM_CMP_EQ, 1));";
    assertThat(shown(engine, test, ONE_AT_A_TIME)).containsExactly("0", "1");
    String wait = "shmem_int_wait_until_all(f, 2, NULL, SHMEM_CMP_EQ, 1); printf(\"on\");";
    Exploration waiting = explore(engine, wait, ONE_AT_A_TIME);
    assertThat(waiting.outcomes().keySet()).hasSize(1);
    assertThat(waiting.findings()).extracting(Finding::kind).containsOnly(FindingKind.DEADLOCK);
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR", "RANDOM"})
  void wordsThatStatusLeavesOutAreNotTouched(Engine engine) {
    for (String call :
        List.of(
            "shmem_int_wait_until_all(f, 3, %s, SHMEM_CMP_EQ, 0);",
            "shmem_int_wait_until_any(f, 3, %s, SHMEM_CMP_EQ, 0);",
            "shmem_int_wait_until_some(f, 3, at, %s, SHMEM_CMP_EQ, 0);",
            "shmem_int_test_all(f, 3, %s, SHMEM_CMP_EQ, 1);",
            "shmem_int_test_any_vector(f, 3, %s, SHMEM_CMP_EQ, wanted);",
            "shmem_int_test_some(f, 3, at, %s, SHMEM_CMP_EQ, 1);")) {
      String put = "int x[] = {7}; shmem_int_put(f + 1, x, 1, 0);";
      assertThat(kinds(engine, PROGRAM.formatted(call.formatted("mask"), put))).as(call).isEmpty();
      assertThat(kinds(engine, PROGRAM.formatted(call.formatted("NULL"), put)))
          .as(call)
          .contains(FindingKind.CONFLICT);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR", "RANDOM"})
  void statusAndValuesAreReadAndIndicesWritten(Engine engine) {
    String some = "shmem_int_wait_until_some_vector(f, 2, at, mask, SHMEM_CMP_NE, wanted);";
    assertThat(kinds(engine, PROGRAM.formatted(some, ""))).isEmpty();
    for (String other :
        List.of(
            "shmem_int_p(mask + 1, 1, 0);",
            "shmem_int_p(wanted, 1, 0);",
            "size_t x; shmem_getmem(&x, at, sizeof x, 0);")) {
      assertThat(kinds(engine, PROGRAM.formatted(some, other)))
          .as(other)
          .containsExactly(FindingKind.CONFLICT);
    }
    assertThat(kinds(engine, PROGRAM.formatted(some, "shmem_int_p(wanted + 2, 1, 0);"))).isEmpty();
  }

  private static List<String> shown(Engine engine, String zero, String one) {
    Exploration found = explore(engine, zero, one);
    assertThat(found.findings()).isEmpty();
    return ImmutableList.copyOf(found.outcomes().keySet());
  }

  private static Exploration explore(Engine engine, String zero, String one) {
    SourceFile source = new SourceFile("words.c", PROGRAM.formatted(zero, one));
    return Checked.explore(engine, Profile.OPENSHMEM, 2, source, 3_000);
  }

  private static ImmutableSet<FindingKind> kinds(Engine engine, String text) {
    return Checked.kinds(engine, Profile.OPENSHMEM, 2, new SourceFile("words.c", text));
  }
}
