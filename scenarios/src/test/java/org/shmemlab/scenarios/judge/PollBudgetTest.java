package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Exploration.Bound;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.TimeLimit;
import org.shmemlab.model.explore.Workers;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.explore.execution.Walk;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.SourceFile;

/** Loops that count how often they look in vain, and have no bound of their own. */
class PollBudgetTest {
  private static final String TEST = "!nvshmem_long_test(&f, NVSHMEM_CMP_EQ, 1)";

  @ParameterizedTest
  @EnumSource(names = {"AUTO", "STATES", "DPOR"})
  void aLoopThatCountsShowsEveryCountUpToTheBound(Engine engine) {
    for (String look : List.of(TEST, "nvshmem_signal_fetch(&s) != 1")) {
      for (int most : List.of(1, 4)) {
        Exploration found =
            explore(poll("while (" + look + ") n++;"), engine, most, Profile.OPENSHMEM);
        assertThat(found.bound()).as(look).isEqualTo(new Bound.FailedTests(most));
        assertThat(found.complete()).isFalse();
        assertThat(found.findings()).as(look).isEmpty();
        // Of a signal_fetch that shows 0 only the second is known to show nothing new.
        int counts = most + (look.equals(TEST) ? 1 : 2);
        assertThat(found.outcomes().keySet()).as(look).hasSize(counts);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"AUTO", "STATES", "DPOR"})
  void whatIsWrongWithinTheBoundIsShownByAScheduleThatAnybodyCanTake(Engine engine) {
    LitmusProgram program = poll("while (" + TEST + ") n++; if (n == 3) nvshmem_long_p(&x, 1, 7);");
    Exploration found = explore(program, engine, 4, Profile.NVSHMEM);
    assertThat(found.findings()).extracting(Finding::kind).containsExactly(FindingKind.MISUSE);
    Finding misuse = found.findings().get(0);
    Walk walk =
        new Walk(
            FirstState.of(program.program(), Job.ofPes(2), Profile.NVSHMEM),
            Optional.of(new Conflicts(new Specification(Profile.NVSHMEM))));
    misuse.witness().choices().forEach(walk::take);
    assertThat(walk.findings().stream().map(Finding::identity)).contains(misuse.identity());
  }

  @ParameterizedTest
  @EnumSource(names = {"AUTO", "STATES", "DPOR"})
  void aBoundIsNoDeadlock(Engine engine) {
    LitmusProgram program = poll("while (!nvshmem_long_test(&f, NVSHMEM_CMP_EQ, 9)) n++;");
    Exploration found = explore(program, engine, 4, Profile.NVSHMEM);
    assertThat(found.bound()).isEqualTo(new Bound.FailedTests(4));
    assertThat(found.findings()).isEmpty();
    assertThat(found.outcomes()).isEmpty();
  }

  private static LitmusProgram poll(String loop) {
    String text =
        """
        C poll
        "A loop that counts."
        { long f; long x; uint64_t s; }
        P0 {
          nvshmem_long_atomic_set(&f, 1, 1);
          nvshmemx_signal_op(&s, 1, NVSHMEM_SIGNAL_SET, 1);
        }
        P1 {
          long n = 0;
          %s
        }
        exists (1:n = 0)

        expect nvshmem: allowed
        """
            .formatted(loop);
    var compiled = Litmus.compile(new SourceFile("poll.litmus", text));
    return Objects.requireNonNull(compiled.program(), () -> compiled.diagnostics().toString());
  }

  private static Exploration explore(
      LitmusProgram program, Engine engine, int failedTests, Profile profile) {
    long budget = engine == Engine.STATES ? 500 : 20;
    SearchOptions options =
        new SearchOptions(
            budget, 0, () -> false, failedTests, Workers.ALONE, 0, TimeLimit.UNHURRIED);
    ExplorationLimits limits = new ExplorationLimits(engine, options);
    return LitmusJudgement.of(program, ImmutableList.of(profile), limits)
        .answers()
        .get(0)
        .exploration();
  }
}
