package org.shmemlab.reports.finding;

import java.util.Locale;
import org.shmemlab.model.explore.Exploration.Bound;
import org.shmemlab.model.job.ProgramFailure;

/** Describes how far an exploration went, in words. */
public final class BoundWords {
  private BoundWords() {}

  public static String of(Bound bound) {
    return switch (bound) {
      case Bound.Complete _ -> "complete";
      case Bound.Budget budget ->
          "budget of " + number(budget.count()) + " " + budget.unit() + " hit";
      case Bound.FailedTests tests ->
          "complete up to " + counted(tests.most(), "failed test") + " of each agent";
      case Bound.Schedules run -> schedules(run.count(), run.cut());
      case Bound.Beyond beyond ->
          of(beyond.searched()) + ", then " + schedules(beyond.count(), beyond.cut());
      case Bound.Unknown unknown -> {
        ProgramFailure first = unknown.reached().get(0);
        yield "up to " + first.line() + ", " + first.text();
      }
      case Bound.Stopped _ -> "stopped";
    };
  }

  private static String schedules(long count, long cut) {
    return counted(count, "random schedule")
        + (cut == 0 ? "" : ", of which " + number(cut) + " were cut, as they did not end");
  }

  /** "1 state", "1,000 states". */
  public static String counted(long count, String noun) {
    return number(count) + " " + noun + (count == 1 ? "" : "s");
  }

  /** With commas between thousands. */
  public static String number(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }
}
