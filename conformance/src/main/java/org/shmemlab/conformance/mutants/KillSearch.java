package org.shmemlab.conformance.mutants;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.ProfileExemptions;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.judge.LitmusAnswer;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.litmus.LitmusFile.Expectation;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.litmus.Verdict;

/** Looks for tests that a mutant fails. */
public final class KillSearch {
  private static final ExplorationLimits LIMITS = new ExplorationLimits(100_000, () -> false);

  private KillSearch() {}

  /**
   * A test that notices a mutant.
   *
   * @param verdict what the mutant says instead of what the test expects; empty if nothing
   */
  public record Kill(String test, String profile, Verdict expected, Optional<Verdict> verdict) {
    @Override
    public String toString() {
      return verdict.map(Verdict::toString).orElse("no verdict").toLowerCase(Locale.ROOT)
          + " instead of "
          + expected.toString().toLowerCase(Locale.ROOT)
          + " under "
          + profile;
    }
  }

  /** The first of these tests that a mutant fails. */
  public static Optional<Kill> first(Mutant mutant, List<LitmusProgram> tests) {
    return tests.stream().flatMap(test -> kill(mutant, test).stream()).findFirst();
  }

  /** Whether a mutant fails a test. */
  public static Optional<Kill> kill(Mutant mutant, LitmusProgram test) {
    ImmutableList<Profile> profiles = LitmusJudgement.profiles(test.test());
    for (Profile profile : profiles) {
      Expectation expectation = test.test().expectations().get(profile.name());
      if (expectation == null || !mutant.touches().test(profile)) {
        continue;
      }
      Specification specification = new Specification(mutant.profile().apply(profile));
      OrderingRules rules = mutant.rules().apply(specification);
      Conflicts conflicts =
          new Conflicts(
              specification, mutant.exemptions().apply(new ProfileExemptions(specification)));
      LitmusAnswer answer = LitmusJudgement.answer(test, profile, rules, conflicts, LIMITS);
      if (!answer.asExpected()) {
        return Optional.of(
            new Kill(test.test().name(), profile.name(), expectation.verdict(), answer.verdict()));
      }
    }
    return Optional.empty();
  }
}
