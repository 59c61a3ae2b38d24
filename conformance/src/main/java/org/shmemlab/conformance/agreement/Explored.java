package org.shmemlab.conformance.agreement;

import com.google.common.collect.ImmutableSortedSet;
import java.util.List;
import org.shmemlab.conformance.axiomatic.AxiomaticVerdict;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.litmus.LitmusProgram;

/**
 * Asks the explorer for its verdict about a program, in the words of an {@link AxiomaticVerdict}.
 */
public final class Explored {
  private static final ExplorationLimits LIMITS = new ExplorationLimits(300_000, () -> false);

  private Explored() {}

  /**
   * All executions of a test under a profile.
   *
   * @throws IllegalStateException if there are too many states, or the test breaks a rule that
   *     leaves nothing to ask about
   */
  public static AxiomaticVerdict.Judged of(LitmusProgram program, Profile profile) {
    Exploration exploration =
        LitmusJudgement.of(program, List.of(profile), LIMITS).answers().get(0).exploration();
    if (exploration.undefined()) {
      return new AxiomaticVerdict.Judged(true, false, ImmutableSortedSet.of());
    }
    if (!exploration.complete()
        || exploration.findings().stream().anyMatch(Finding.Failure.class::isInstance)) {
      throw new IllegalStateException(exploration.toString());
    }
    return new AxiomaticVerdict.Judged(
        false,
        !exploration.findings().isEmpty(),
        ImmutableSortedSet.copyOf(exploration.outcomes().keySet()));
  }
}
