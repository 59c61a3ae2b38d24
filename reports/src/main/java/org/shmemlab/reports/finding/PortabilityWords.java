package org.shmemlab.reports.finding;

import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement.Found;

/** Describes which documents disagree about a finding, in words. */
public final class PortabilityWords {
  private PortabilityWords() {}

  /**
   * The answers of the profiles that have a finding, and of those that do not. The absence of a
   * finding means nothing in a profile whose search was not exhaustive.
   */
  public static String of(ProgramJudgement judgement, Found found) {
    String having =
        found.profiles().stream().map(PortabilityWords::document).collect(Collectors.joining(", "));
    String without = without(judgement, found, answer -> answer.exploration().complete());
    return without.isEmpty()
        ? "This is so by "
            + having
            + "; by "
            + without(judgement, found, _ -> true)
            + " it was not found, but not every order was seen."
        : "The documents differ: "
            + having
            + " promises no order here; "
            + without
            + " does. Where both must hold, do not rely on it.";
  }

  private static String without(
      ProgramJudgement judgement, Found found, Predicate<ProgramJudgement.Answer> which) {
    return judgement.readings().stream()
        .filter(answer -> !found.profiles().contains(answer.profile()))
        .filter(which)
        .map(answer -> document(answer.profile()))
        .collect(Collectors.joining(", "));
  }

  private static String document(Profile profile) {
    return profile.document() + " (" + profile.name() + ")";
  }
}
