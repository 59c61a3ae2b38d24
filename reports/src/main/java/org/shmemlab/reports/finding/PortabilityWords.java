package org.shmemlab.reports.finding;

import com.google.common.collect.ImmutableList;
import java.util.Collection;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.shmemlab.model.repair.RepairSearch;
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
        ? "Found under "
            + having
            + ", and not found under "
            + without(judgement, found, _ -> true)
            + ", where not every order was seen."
        : "The documents differ: "
            + having
            + " promises no order here; "
            + without
            + " does. A portable program must not rely on it.";
  }

  /**
   * The profile of an error that the others do not show, because their search ended at a conflict
   * before it; empty of an error that all have.
   */
  public static String ofError(ProgramJudgement judgement, Found found) {
    ImmutableList<Profile> others =
        judgement.readings().stream()
            .map(ProgramJudgement.Answer::profile)
            .filter(profile -> !found.profiles().contains(profile))
            .collect(ImmutableList.toImmutableList());
    return others.isEmpty() || others.size() == judgement.readings().size()
        ? ""
        : "Found under "
            + names(found.profiles())
            + (found.repairs().flatMap(RepairSearch.Result::repair).isPresent()
                ? ", and the repair verified there"
                : "")
            + "; under "
            + names(others)
            + " the search ended before it.";
  }

  private static String names(Collection<Profile> profiles) {
    return profiles.stream().map(Profile::name).collect(Collectors.joining(", "));
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
