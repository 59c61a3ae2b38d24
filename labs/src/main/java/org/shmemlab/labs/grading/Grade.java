package org.shmemlab.labs.grading;

import java.util.List;
import org.shmemlab.labs.lesson.Mistake;

/**
 * Gives the points of an answer to a lab, with the reasons.
 *
 * @param lab its name
 * @param title of the lab
 * @param results one for each criterion, in the lab's order
 */
public record Grade(String lab, String title, List<Result> results) {
  public Grade {
    results = List.copyOf(results);
  }

  /** Whether an answer does what a criterion asks. */
  public enum State {
    /** It does. */
    MET,
    /** It does by one of the documents, and not by the other: half of the points. */
    ONE_DOCUMENT,
    /** It does not. */
    MISSED,
    /** Not graded, as a criterion that this one needs is missed. */
    OPEN
  }

  /**
   * Says whether one criterion is met.
   *
   * @param name of the criterion
   * @param says what it asks
   * @param of its points
   * @param state whether they are given
   * @param seen the fact that was checked; empty where there is nothing to say
   * @param troubles why it is missed
   */
  public record Result(
      String name, String says, int of, State state, String seen, List<Trouble> troubles) {
    public Result {
      troubles = List.copyOf(troubles);
    }

    /** Whether there is a mistake in what was looked at, not only something that is missing. */
    public boolean wrong() {
      return state == State.MISSED
          && troubles.stream().anyMatch(trouble -> !Mistake.UNFINISHED.contains(trouble.kind()));
    }

    /** The points that are given. */
    public int points() {
      return switch (state) {
        case MET -> of;
        case ONE_DOCUMENT -> of / 2;
        case MISSED, OPEN -> 0;
      };
    }
  }

  /** All points that are given. */
  public int points() {
    return results.stream().mapToInt(Result::points).sum();
  }

  /** The points of an answer that does all that is asked. */
  public int of() {
    return results.stream().mapToInt(Result::of).sum();
  }

  /** Whether all points are given. */
  public boolean full() {
    return points() == of();
  }
}
