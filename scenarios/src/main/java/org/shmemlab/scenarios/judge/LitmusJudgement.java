package org.shmemlab.scenarios.judge;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Optional;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.litmus.LitmusTest;

/** What some profiles say of a litmus test, one answer each. */
public record LitmusJudgement(LitmusTest test, ImmutableList<LitmusAnswer> answers) {
  /** The profiles that a test has expectations for; all where it has none. */
  public static ImmutableList<Profile> profiles(LitmusTest test) {
    ImmutableList<Profile> expected =
        Profile.all()
            .filter(profile -> test.expectations().containsKey(profile.name()))
            .collect(ImmutableList.toImmutableList());
    return expected.isEmpty() ? Profile.all().collect(ImmutableList.toImmutableList()) : expected;
  }

  /** Explores a test under each of these profiles. */
  public static LitmusJudgement of(LitmusProgram program, List<Profile> profiles, Limits limits) {
    ImmutableList.Builder<LitmusAnswer> answers = ImmutableList.builder();
    for (Profile profile : profiles) {
      LitmusTest test = program.test();
      FinalValues values = new FinalValues(program);
      Exploration exploration =
          limits.explore(program.program(), test.pes(), profile, values::observe);
      answers.add(
          new LitmusAnswer(
              profile,
              exploration,
              values.outcomes(exploration),
              Optional.ofNullable(test.expectations().get(profile.name()))));
    }
    return new LitmusJudgement(program.test(), answers.build());
  }

  /** Whether every answer is as the file expects. */
  public boolean asExpected() {
    return answers.stream().allMatch(LitmusAnswer::asExpected);
  }
}
