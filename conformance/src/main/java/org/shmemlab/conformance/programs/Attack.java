package org.shmemlab.conformance.programs;

import com.google.common.collect.ImmutableSortedMap;
import com.google.common.primitives.ImmutableIntArray;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.choices.Recording;
import org.shmemlab.model.choices.Replay;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.choices.Shrinking;

/** Examines many programs, and counts. */
public final class Attack {
  private static final int SHRINKING_TRIES = 1_500;

  /** From so many on, to compile more of them at once saves little. */
  private static final int TOGETHER = 200;

  private final Map<String, Integer> differences = new TreeMap<>();
  private int programs;
  private int undefined;
  private int hanging;
  private int unfinished;
  private int byAxioms;
  private final int together;
  private final Map<Long, Drawn> ahead = new HashMap<>();

  private record Drawn(WholeProgram program, Examination examination) {}

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

  /**
   * Prepares an attack.
   *
   * @param programs how many are to be examined, of seeds that follow each other: some of them are
   *     compiled at once
   */
  public Attack(long programs) {
    this.together = (int) Math.max(1, Math.min(TOGETHER, programs));
  }

  /** Examines the program of a seed. */
  public Optional<Found> examine(long seed) {
    Drawn drawn = drawn(seed);
    WholeProgram program = drawn.program();
    Examination examination = drawn.examination();
    programs++;
    undefined += examination.undefined() ? 1 : 0;
    byAxioms += examination.byAxioms() ? 1 : 0;
    hanging += examination.hangs() ? 1 : 0;
    unfinished += examination.complete() || examination.difference().isPresent() ? 0 : 1;
    return examination
        .difference()
        .map(difference -> {
          differences.merge(difference.title(), 1, Integer::sum);
          return new Found(seed, program, difference);
        });
  }

  // Of the programs that follow, those are drawn and examined that are compiled with this one.
  private Drawn drawn(long seed) {
    if (!ahead.containsKey(seed)) {
      ahead.clear();
      List<WholeProgram> several =
          LongStream.range(seed, seed + together)
              .mapToObj(one -> WholePrograms.draw(new SeededChoices(one)))
              .toList();
      List<Examination> examinations = Examination.of(several);
      for (int i = 0; i < together; i++) {
        ahead.put(seed + i, new Drawn(several.get(i), examinations.get(i)));
      }
    }
    return Objects.requireNonNull(ahead.remove(seed));
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

  /** How many programs were examined. */
  public int programs() {
    return programs;
  }

  /** How many programs hang in some order. */
  public int hanging() {
    return hanging;
  }

  /** How many programs showed each kind of difference. */
  public ImmutableSortedMap<String, Integer> differences() {
    return ImmutableSortedMap.copyOf(differences);
  }

  /** How many programs had a conflict. */
  public int undefined() {
    return undefined;
  }

  /** How many programs had more orders than an engine was given time for. */
  public int unfinished() {
    return unfinished;
  }

  /** How many programs the axioms judged, too. */
  public int byAxioms() {
    return byAxioms;
  }

  @Override
  public String toString() {
    return "%d programs: %d undefined, %d hang, %d too large, %d judged by axioms; differences %s"
        .formatted(programs, undefined, hanging, unfinished, byAxioms, differences);
  }
}
