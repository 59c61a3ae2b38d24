package org.shmemlab.scenarios.judge;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.litmus.LitmusFile.Expectation;
import org.shmemlab.scenarios.litmus.Verdict;

/**
 * The answer for a litmus test under one profile.
 *
 * @param repairs the repairs of its conflicts, if they were asked for
 * @param expected the verdict that the test's file expects; empty where it expects none of this
 *     profile
 */
public record LitmusAnswer(
    Profile profile,
    Exploration exploration,
    ConflictRepairs repairs,
    ImmutableList<Outcome> outcomes,
    Optional<Expectation> expected) {

  /**
   * The verdict (memory model, section 5); empty where the exploration ended too early to decide,
   * and where the test breaks a rule that leaves nothing to ask about.
   */
  public Optional<Verdict> verdict() {
    if (exploration.undefined()) {
      return Optional.of(Verdict.UNDEFINED);
    }
    if (!exploration.complete()
        || exploration.findings().stream().anyMatch(Finding.Failure.class::isInstance)) {
      return Optional.empty();
    }
    if (!exploration.findings().isEmpty()) {
      return Optional.of(Verdict.DEADLOCK);
    }
    return Optional.of(
        outcomes.stream().anyMatch(Outcome::witness) ? Verdict.ALLOWED : Verdict.FORBIDDEN);
  }

  /** Whether the file's expectation, if there is one, is met. */
  public boolean asExpected() {
    return expected.isEmpty() || expected.map(Expectation::verdict).equals(verdict());
  }

  LitmusAnswer withRepairs(ConflictRepairs found) {
    return new LitmusAnswer(profile, exploration, found, outcomes, expected);
  }
}
