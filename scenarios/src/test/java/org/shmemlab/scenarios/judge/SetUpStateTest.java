package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * State of the run-time system that a program has set up on one of two paths to the same place in
 * its code, with the same memory: the two are different states.
 */
class SetUpStateTest {
  /** PE 0 makes a call only if it is early, and then reaches the same place. */
  private static SourceFile ifEarly(String before, String early, String after) {
    return Checked.openshmem(
        """
        %s
        if (me == 1) {
          shmem_uint64_atomic_set(&f, 1, 0);
        } else {
          if (shmem_uint64_atomic_fetch(&f, 0) == 0) { %s }
          shmem_uint64_wait_until(&f, SHMEM_CMP_EQ, 1);
          %s
        }
        """
            .formatted(before, early, after));
  }

  private static Exploration explore(Engine engine, SourceFile file) {
    return Checked.explore(engine, Profile.OPENSHMEM, 2, file);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aContextIsThereOrDestroyed(Engine engine) {
    SourceFile file =
        ifEarly(
            "shmem_ctx_t c; shmem_ctx_create(0, &c);",
            "shmem_ctx_destroy(c);",
            "shmem_ctx_long_p(c, &a, 1, 1);");
    assertThat(Checked.kinds(engine, Profile.OPENSHMEM, 2, file))
        .isEqualTo(ImmutableSet.of(FindingKind.MISUSE));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aGeneratorGoesOnFromItsSeed(Engine engine) {
    SourceFile file = ifEarly("srand(1);", "srand(2);", "printf(\"%d\\n\", rand());");
    assertThat(explore(engine, file).outcomes()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aVariableOfTheEnvironmentIsSet(Engine engine) {
    SourceFile file =
        ifEarly(
            "setenv(\"A\", \"late\", 1);",
            "setenv(\"A\", \"early\", 1);",
            "printf(\"%s\\n\", getenv(\"A\"));");
    assertThat(explore(engine, file).outcomes()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aThreadHasItsOwnOfOneVariableOrOfAnother(Engine engine) {
    SourceFile file =
        ifEarly(
            "static _Thread_local long u, v;", "u = 5; } else { v = 5;", "printf(\"%ld\\n\", u);");
    assertThat(explore(engine, file).outcomes()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void anObjectHasItsSize(Engine engine) {
    for (String sizes :
        List.of(
            "p = calloc(1, 8); } else { p = calloc(2, 8);",
            "p = calloc(2, 8); } else { p = calloc(1, 8);")) {
      SourceFile file = ifEarly("static long *p;", sizes, "p[1] = 5;");
      assertThat(Checked.kinds(engine, Profile.OPENSHMEM, 2, file))
          .isEqualTo(ImmutableSet.of(FindingKind.MISUSE));
    }
  }

  /** Texts that have the same {@link String#hashCode}, alone or in two lines, are two texts. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void statesWithOtherTextsAreOthers(Engine engine) {
    String variable = "setenv(\"A\", \"%s\", 1);";
    String printed = "printf(\"%s\\n\", getenv(\"A\"));";
    assertThat(
            explore(engine, ifEarly(variable.formatted("Aa"), variable.formatted("BB"), printed))
                .outcomes())
        .hasSize(2);
    String two = "printf(\"0: %d\\n\"); printf(\"3: 1%d7\\n\");";
    SourceFile lines =
        Checked.openshmem(
            """
            if (me == 1) shmem_uint64_atomic_set(&f, 1, 0);
            else if (shmem_uint64_atomic_fetch(&f, 0) == 0) { %s }
            else { %s }
            """
                .formatted(two.formatted(0, 1), two.formatted(1, 0)));
    assertThat(explore(engine, lines).outcomes()).hasSize(2);
  }
}
