package org.shmemlab.transports.fit;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Laws fitted to one half of the runs of a real machine, and what they say about the other half.
 * With several runs, every second run is held out; of a lone one, every second repetition.
 *
 * @param runs folders of results in their order
 * @param rows all rows in their order
 * @param fits one for each group of rows
 * @param left the other rows, in their order
 */
public record Calibration(
    ImmutableList<String> runs,
    ImmutableList<TimedRow> rows,
    ImmutableList<Fit> fits,
    ImmutableList<Left> left) {

  /** A row that no law explains. */
  public record Left(TimedRow row, String reason) {}

  /**
   * Fits every law.
   *
   * @throws ResultsException if the rows are too few for a law
   */
  public static Calibration of(List<TimedRow> rows) throws ResultsException {
    ImmutableList<String> runs =
        rows.stream().map(TimedRow::results).distinct().collect(ImmutableList.toImmutableList());
    Predicate<TimedRow> heldOut =
        runs.size() > 1
            ? row -> runs.indexOf(row.results()) % 2 == 1
            : row -> row.repetition() % 2 == 1;
    TimedGroups groups = new TimedGroups(rows, heldOut);
    ImmutableList.Builder<Fit> fits = ImmutableList.builder();
    for (Group group : groups.all()) {
      try {
        fits.add(RelativeLeastSquares.fit(group));
      } catch (RuntimeException problem) {
        throw new ResultsException(
            List.of(
                runs.getFirst()
                    + ": error: no fit of '"
                    + group.name()
                    + "': "
                    + problem.getMessage()
                    + "; the run must be whole"));
      }
    }
    ImmutableList<Fit> all = fits.build();
    if (all.isEmpty()) {
      throw new ResultsException(
          List.of(String.join(", ", runs) + ": error: no row that a law explains"));
    }
    return new Calibration(runs, ImmutableList.copyOf(rows), all, groups.left());
  }

  /**
   * The fit of a group.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Fit fit(String name) {
    return fits.stream()
        .filter(fit -> fit.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no measurements of '" + name + "'"));
  }

  /** Every prediction, of rows that the fits saw or of those held out. */
  public ImmutableList<Fit.Prediction> predictions(boolean heldOut) {
    return fits.stream()
        .flatMap(fit -> fit.predictions(heldOut).stream())
        .collect(ImmutableList.toImmutableList());
  }
}
