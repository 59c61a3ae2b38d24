package org.shmemlab.transports.fit;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.platform.Quantities;

/**
 * All fits to the published measurements, and the measurements that are left.
 *
 * @param fits one for each group of measurements
 * @param unpredicted the other rows, in their order
 */
public record Accuracy(ImmutableList<Fit> fits, ImmutableList<Unpredicted> unpredicted) {
  private static final Pattern ROW = Pattern.compile("\\bP[DS]\\d{4}\\b");

  /** Fits every law to its measurements. */
  public static Accuracy ofPublished() {
    ImmutableList<Measurement> rows = Published.rows();
    ImmutableList<Fit> fits =
        new Groups(rows)
            .all().stream().map(RelativeLeastSquares::fit).collect(ImmutableList.toImmutableList());
    Set<String> predicted = new HashSet<>();
    fits.forEach(fit -> fit.predictions().forEach(p -> predicted.add(p.row().id())));
    ImmutableSet<String> inputs = inputs();
    return new Accuracy(
        fits,
        rows.stream()
            .filter(row -> !predicted.contains(row.id()))
            .map(row -> Unpredicted.of(row, inputs.contains(row.id())))
            .collect(ImmutableList.toImmutableList()));
  }

  /** Ids of the rows that the sources of platforms name. */
  private static ImmutableSet<String> inputs() {
    return Platforms.NAMES.stream()
        .flatMap(name -> Quantities.of(Platforms.named(name)).values().stream())
        .flatMap(quantity -> ROW.matcher(quantity.source()).results())
        .map(MatchResult::group)
        .collect(ImmutableSet.toImmutableSet());
  }

  /** Every prediction, of rows that the fits saw or of those held out. */
  public ImmutableList<Fit.Prediction> predictions(boolean heldOut) {
    return fits.stream()
        .flatMap(fit -> fit.predictions(heldOut).stream())
        .collect(ImmutableList.toImmutableList());
  }
}
