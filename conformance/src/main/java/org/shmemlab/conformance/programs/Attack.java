package org.shmemlab.conformance.programs;

import com.google.common.primitives.ImmutableIntArray;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.choices.Recording;
import org.shmemlab.model.choices.Replay;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.choices.Shrinking;

/** Examines many programs, and counts. */
public final class Attack {
  private static final int SHRINKING_TRIES = 1_500;

  private final Map<String, Integer> differences = new TreeMap<>();
  private int programs;
  private int undefined;
  private int hanging;
  private int unfinished;

  /**
   * A program that shows a difference.
   *
   * @param seed of the program that was drawn
   * @param program the smallest one that shows a difference of the same kind
   */
  public record Found(long seed, WholeProgram program, Difference difference) {
    /** The program as a file that says how to show the difference again. */
    public String text() {
      return """
      // %s
      // again: shmemlab attack --seed %d --programs 1
      // check: shmemlab check FILE -n %d --profile %s --engine states
      // %s
      """
              .formatted(
                  difference.title(),
                  seed,
                  program.pes(),
                  program.profile().name(),
                  difference.text().replace("\n", "\n// "))
          + program.text(Spelling.LIBRARY);
    }
  }

  /** Examines the program of a seed. */
  public Optional<Found> examine(long seed) {
    Recording answers = new Recording(new SeededChoices(seed));
    WholeProgram program = WholePrograms.draw(answers);
    Examination examination = Examination.of(program);
    programs++;
    undefined += examination.undefined() ? 1 : 0;
    hanging += examination.hangs() ? 1 : 0;
    unfinished += examination.complete() || examination.difference().isPresent() ? 0 : 1;
    return examination
        .difference()
        .map(difference -> {
          differences.merge(difference.title(), 1, Integer::sum);
          return new Found(seed, program, difference);
        });
  }

  /** The smallest program that shows a difference of the same kind as the one of a seed. */
  public static Found smallest(Found found) {
    Recording answers = new Recording(new SeededChoices(found.seed()));
    WholePrograms.draw(answers);
    ImmutableIntArray smallest =
        Shrinking.smallest(
            answers.answers(), choices -> shows(choices, found.difference()), SHRINKING_TRIES);
    WholeProgram program = WholePrograms.draw(new Replay(smallest));
    return new Found(
        found.seed(), program, Examination.of(program).difference().orElse(found.difference()));
  }

  private static boolean shows(Choices choices, Difference wanted) {
    return Examination.of(WholePrograms.draw(choices))
        .difference()
        .filter(wanted::isLike)
        .isPresent();
  }

  /** How many programs had a conflict. */
  public int undefined() {
    return undefined;
  }

  /** How many programs had more orders than an engine was given time for. */
  public int unfinished() {
    return unfinished;
  }

  @Override
  public String toString() {
    return "%d programs: %d undefined, %d hang, %d too large; differences %s"
        .formatted(programs, undefined, hanging, unfinished, differences);
  }
}
