package org.shmemlab.reports;

import com.google.common.base.Joiner;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement.Found;

/** Which documents disagree about a finding, in words. */
final class PortabilityWords {
  private PortabilityWords() {}

  /** What the profiles say that have a finding, and those that do not. */
  static String of(ProgramJudgement judgement, Found found) {
    List<String> others = new ArrayList<>();
    for (ProgramJudgement.Answer answer : judgement.answers()) {
      if (!found.profiles().contains(answer.profile())) {
        others.add(document(answer.profile()));
      }
    }
    return "The documents differ: "
        + found.profiles().stream()
            .map(PortabilityWords::document)
            .collect(Collectors.joining(", "))
        + " promises no order here; "
        + Joiner.on(", ").join(others)
        + " does. Where both must hold, do not rely on it.";
  }

  private static String document(Profile profile) {
    return profile.document() + " (" + profile.name() + ")";
  }
}
