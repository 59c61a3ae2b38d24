package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.explore.execution.Walk;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.SourceFile;

/** An agent fails in every order; it may be slow, so steps of other agents before that count. */
class AfterFailureTest {
  private static final String FAILS = "if (me == 0) shmem_long_p(&a, 1, 7);\n";
  private static final String CONFLICT =
      """
      if (me == 1) {
        shmem_long_put_nbi(&a, &b, 1, 0);
        shmem_uint64_atomic_fetch(&f, 1);
        b = 2;
      }
      """;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aConflictOfOthersIsFound(Engine engine) {
    assertThat(kinds(engine, FAILS + CONFLICT))
        .containsExactlyInAnyOrder(FindingKind.MISUSE, FindingKind.CONFLICT);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void everyFailureIsFound(Engine engine) {
    Exploration both = explore(engine, FAILS + "if (me == 1) shmem_long_p(&b, 1, 8);");
    assertThat(both.findings()).hasSize(2);
  }

  /** One mistake of the program, whatever number each PE has in its message. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void whatEveryPeDoesWrongInALineIsFoundOnce(Engine engine) {
    assertThat(explore(engine, "shmem_long_p(&a, 1, 7 + me);").findings()).hasSize(1);
  }

  /** The call is one place, and the call that it does not match is another. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void callsThatDoNotMatchOneAreAsManyMistakes(Engine engine) {
    String calls =
        """
        unsigned long order = shmem_uint64_atomic_fetch_inc(&f, 0);
        if (me == 1)
          shmem_sync_all();
        else if (order == 0)
          shmem_barrier_all();
        else
          shmem_barrier_all();
        """;
    assertThat(explore(engine, calls).findings()).hasSize(2);
  }

  /** Which of many PEs waits where is chance. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void aHangInTheSameLinesIsFoundOnce(Engine engine) {
    String hang =
        """
        if (shmem_uint64_atomic_fetch_inc(&f, 0) == 0)
          shmem_long_wait_until(&a, SHMEM_CMP_EQ, 1);
        else
          shmem_long_wait_until(&b, SHMEM_CMP_EQ, 1);
        """;
    assertThat(explore(engine, hang).findings()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aWaitForTheFailedAgentIsNoDeadlock(Engine engine) {
    for (String wait :
        List.of(
            "shmem_uint64_wait_until(&f, SHMEM_CMP_EQ, 1);",
            "while (shmem_uint64_atomic_fetch(&f, 1) != 1);",
            "shmem_barrier_all();")) {
      Exploration found = explore(engine, FAILS + "if (me == 1) " + wait);
      assertThat(found.findings()).as(wait).hasSize(1);
      assertThat(found.findings().get(0)).isInstanceOf(Finding.Failure.class);
      assertThat(found.outcomes()).isEmpty();
    }
  }

  /** The schedule that leads to the conflict leads to the failure first. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void aScheduleShowsAllThatIsWrongOnItsWay(Engine engine) {
    SourceFile source = Checked.openshmem(FAILS + CONFLICT);
    Finding conflict =
        explore(engine, FAILS + CONFLICT).findings().stream()
            .filter(Finding.DataRace.class::isInstance)
            .findFirst()
            .orElseThrow();
    Walk walk =
        new Walk(
            FirstState.of(
                Objects.requireNonNull(CudaC.compile(source).program()),
                Job.ofPes(2),
                Profile.OPENSHMEM),
            Optional.of(new Conflicts(new Specification(Profile.OPENSHMEM))));
    conflict.witness().choices().forEach(walk::take);
    assertThat(walk.findings().stream().map(Finding::kind).toList())
        .containsExactly(FindingKind.MISUSE, FindingKind.CONFLICT);
    assertThat(walk.enabled()).isEmpty();
  }

  private static ImmutableSet<FindingKind> kinds(Engine engine, String body) {
    return Checked.kinds(engine, Profile.OPENSHMEM, 2, Checked.openshmem(body));
  }

  private static Exploration explore(Engine engine, String body) {
    return Checked.explore(engine, Profile.OPENSHMEM, 2, Checked.openshmem(body));
  }
}
