package org.shmemlab.reports.finding;

import com.google.common.collect.ImmutableList;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Exploration.Bound;
import org.shmemlab.model.machine.PresentLoops.PresentLoop;
import org.shmemlab.scenarios.judge.EndlessLoops;
import org.shmemlab.scenarios.judge.ProgramJudgement;

/**
 * Describes, in words, a search that found nothing and was not exhaustive.
 *
 * @param covered the executions that were explored, and by which engine
 * @param open the mistakes that may remain
 * @param attempts options that explore more, the most promising first
 * @param endless why the program probably never ends; null where there is no reason to think so
 */
public record Coverage(
    String covered, String open, ImmutableList<String> attempts, @Nullable String endless) {

  /** Of a program: under the profile of which least was seen. Empty where it has a verdict. */
  public static Optional<Coverage> of(ProgramJudgement judgement) {
    return judgement.findings().isEmpty() && !judgement.complete()
        ? judgement.answers().stream()
            .map(ProgramJudgement.Answer::exploration)
            .filter(exploration -> !exploration.complete())
            .min(Comparator.comparingLong(Exploration::states))
            .map(least ->
                new Coverage(
                    covered(least.bound(), least.states()),
                    open(least.bound()),
                    attempts(least.bound()),
                    endless(judgement.endless())))
        : Optional.empty();
  }

  private static String covered(Bound bound, long states) {
    return switch (bound) {
      case Bound.Complete _ -> "every order";
      case Bound.Budget budget when budget.unit().equals("states") ->
          "every order of the first steps, as far as a budget of "
              + BoundWords.number(budget.count())
              + " states reaches (engine states)";
      case Bound.Budget budget when budget.unit().equals("executions") ->
          BoundWords.number(budget.count())
              + " executions, each of another equivalence class, which differ in their last steps"
              + " first (engine dpor)";
      case Bound.Budget budget ->
          "the beginning of one execution, " + BoundWords.number(budget.count()) + " steps";
      case Bound.FailedTests tests ->
          "every order in which no agent polls in vain more than "
              + BoundWords.number(tests.most())
              + " times";
      case Bound.Schedules run -> schedules(run.count(), run.cut());
      case Bound.Beyond beyond ->
          covered(beyond.searched(), states) + ", then " + schedules(beyond.count(), beyond.cut());
      case Bound.Unknown unknown ->
          covered(unknown.searched(), states)
              + ", each up to what is not modelled ("
              + unknown.reached().get(0).line()
              + ")";
      case Bound.Stopped _ ->
          BoundWords.number(states) + " states, until the time was over or the search was stopped";
    };
  }

  private static String schedules(long count, long cut) {
    return BoundWords.number(count)
        + " schedules drawn at random"
        + (cut == 0
            ? ", each to its end"
            : ", of which " + BoundWords.number(cut) + " did not end");
  }

  private static String open(Bound bound) {
    return switch (bound) {
      case Bound.Complete _ -> "nothing";
      case Bound.Budget budget when budget.unit().equals("states") ->
          "a mistake that takes more steps";
      case Bound.Budget _, Bound.Stopped _ -> "a mistake in an order that was not reached";
      case Bound.FailedTests _ -> "a mistake that takes a longer wait";
      case Bound.Schedules _, Bound.Beyond _ ->
          "a mistake in a rare order: each of these schedules shows the conflicts of all accesses that"
              + " it executes, and those alone";
      case Bound.Unknown _ -> "a mistake after that place";
    };
  }

  private static ImmutableList<String> attempts(Bound bound) {
    String fewer = "fewer PEs, blocks, threads or rounds (-n, -D)";
    return switch (bound) {
      case Bound.Complete _ -> ImmutableList.of();
      case Bound.Budget budget ->
          ImmutableList.of(
              fewer,
              "--time 5m",
              "--budget " + 10 * budget.count(),
              "--engine random, which looks far from the start");
      case Bound.FailedTests tests ->
          ImmutableList.of("--failed-tests " + 2 * tests.most(), "--engine random");
      case Bound.Schedules run ->
          ImmutableList.of("--budget " + 10 * Math.max(run.count(), 1), "--seed 1", fewer);
      case Bound.Beyond _, Bound.Stopped _ ->
          ImmutableList.of(fewer, "a longer --time, such as 5m", "--engine random --budget 100000");
      case Bound.Unknown unknown -> attempts(unknown.searched());
    };
  }

  /** The attempts in one phrase. */
  public static String phrase(Iterable<String> attempts) {
    return "try " + String.join(", or ", attempts);
  }

  /** The same of a bound. */
  public static ImmutableList<String> attemptsBeyond(Bound bound) {
    return attempts(bound);
  }

  private static @Nullable String endless(ImmutableList<PresentLoop> loops) {
    return loops.isEmpty()
        ? null
        : "no execution that was explored has ended, and a run is still polling after "
            + BoundWords.number(EndlessLoops.MOST_INSTRUCTIONS)
            + " instructions: "
            + loops.stream()
                .map(loop ->
                    "PE " + loop.pe() + " " + loop.agent() + " in the loop at " + loop.line())
                .collect(Collectors.joining(", "));
  }
}
