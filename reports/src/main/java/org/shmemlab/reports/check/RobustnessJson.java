package org.shmemlab.reports.check;

import com.google.common.collect.ImmutableList;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.Finding.DataRace;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.reports.finding.ConflictSide;
import org.shmemlab.scenarios.judge.Robustness;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Reports whether a program is robust, as JSON shows it.
 *
 * <p>{@code robust} is null where it is not known, because not every order was seen and nothing was
 * found so far.
 */
record RobustnessJson(String file, ImmutableList<Answered> profiles) {
  static RobustnessJson of(SourceFile file, ImmutableList<Robustness> answers) {
    return new RobustnessJson(
        file.path(), answers.stream().map(Answered::of).collect(ImmutableList.toImmutableList()));
  }

  /**
   * Holds the answer of one profile.
   *
   * @param outcomes how many outcomes interleavings show
   * @param weakOutcomes the others
   * @param incomplete the operations that would have to be complete before their agents continue
   */
  record Answered(
      String profile,
      @Nullable Boolean robust,
      boolean complete,
      int outcomes,
      ImmutableList<String> weakOutcomes,
      ImmutableList<Place> incomplete,
      @Nullable Missing conflict) {
    static Answered of(Robustness robustness) {
      return new Answered(
          robustness.profile().name(),
          (robustness.complete() || robustness.broken()) ? robustness.robust() : null,
          robustness.complete(),
          robustness.outcomes(),
          robustness.weak().asList(),
          robustness.missing().stream().map(Place::of).collect(ImmutableList.toImmutableList()),
          robustness.conflict().map(Missing::of).orElse(null));
    }
  }

  private record Place(String file, int line) {
    static Place of(SourceLine line) {
      return new Place(line.file(), line.line());
    }
  }

  /** A conflict, with which nothing is promised, and the order that is missing. */
  private record Missing(ConflictSide first, ConflictSide second, String missingOrder) {
    static Missing of(DataRace race) {
      return new Missing(
          ConflictSide.of(race.conflict().first(), race.words()),
          ConflictSide.of(race.conflict().second(), race.words()),
          race.words().missingOrder(race.conflict()));
    }
  }
}
