package org.shmemlab.scenarios.judge;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Optional;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.scenarios.litmus.LitmusFile;
import org.shmemlab.scenarios.litmus.LitmusProgram;

/** The judgement of a litmus test under some profiles, one answer each. */
public record LitmusJudgement(LitmusFile test, ImmutableList<LitmusAnswer> answers) {
  /** The profiles that a test has expectations for; all where it has none. */
  public static ImmutableList<Profile> profiles(LitmusFile test) {
    ImmutableList<Profile> expected =
        Profile.all()
            .filter(profile -> test.expectations().containsKey(profile.name()))
            .collect(ImmutableList.toImmutableList());
    return expected.isEmpty() ? Profile.all().collect(ImmutableList.toImmutableList()) : expected;
  }

  /** Explores a test under each of these profiles. */
  public static LitmusJudgement of(
      LitmusProgram program, List<Profile> profiles, ExplorationLimits limits) {
    ImmutableList.Builder<LitmusAnswer> answers = ImmutableList.builder();
    for (Profile profile : profiles) {
      Specification rules = new Specification(profile);
      answers.add(answer(program, profile, rules, new Conflicts(rules), limits));
    }
    return new LitmusJudgement(program.test(), answers.build());
  }

  /**
   * Explores a test under rules and conflicts that need not be a profile's own.
   *
   * @param profile whose expectation the answer is compared with
   */
  public static LitmusAnswer answer(
      LitmusProgram program,
      Profile profile,
      OrderingRules rules,
      Conflicts conflicts,
      ExplorationLimits limits) {
    LitmusFile test = program.test();
    FinalValues values = new FinalValues(program);
    Exploration exploration =
        limits.explore(
            program.program(),
            Job.ofPes(test.pes()),
            rules,
            Optional.of(conflicts),
            values::observe);
    return new LitmusAnswer(
        profile,
        exploration,
        ConflictRepairs.NOT_ASKED,
        values.outcomes(exploration),
        Optional.ofNullable(test.expectations().get(profile.name())));
  }

  /**
   * The same judgement with the repairs of each conflict.
   *
   * @param limits those that it was judged within
   */
  public LitmusJudgement withRepairs(LitmusProgram program, ExplorationLimits limits) {
    // The question's line holds the program that the blocks are wrapped in.
    int wrapping = test.question().line().line();
    ImmutableList.Builder<LitmusAnswer> repaired = ImmutableList.builder();
    for (LitmusAnswer answer : answers) {
      repaired.add(
          answer.withRepairs(
              ConflictRepairs.of(
                  program.program(),
                  Job.ofPes(test.pes()),
                  answer.profile(),
                  answer.exploration(),
                  ImmutableList.of(),
                  answer.exploration().findings(),
                  ImmutableList.of(),
                  limits,
                  line -> line.line() != wrapping)));
    }
    return new LitmusJudgement(test, repaired.build());
  }

  /** Whether every answer is as the file expects. */
  public boolean asExpected() {
    return answers.stream().allMatch(LitmusAnswer::asExpected);
  }

  /**
   * For a test that expects nothing, the lines of its file that would expect these verdicts; none
   * for an unknown verdict.
   */
  public ImmutableList<String> missingExpectations() {
    if (!test.expectations().isEmpty()) {
      return ImmutableList.of();
    }
    return answers.stream()
        .flatMap(answer ->
            answer.verdict().stream()
                .map(one -> "expect " + answer.profile().name() + ": " + one.word()))
        .collect(ImmutableList.toImmutableList());
  }
}
