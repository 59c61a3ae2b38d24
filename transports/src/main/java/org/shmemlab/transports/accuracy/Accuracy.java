package org.shmemlab.transports.accuracy;

import com.google.common.collect.ImmutableList;
import java.util.HashSet;
import java.util.Set;
import org.shmemlab.transports.fit.Fit;
import org.shmemlab.transports.fit.Measurement;
import org.shmemlab.transports.fit.Published;

/**
 * All predictions of published measurements, and the measurements that are left. A law and the
 * simulator may both predict a row.
 *
 * @param fits one for each group of measurements that a law explains
 * @param simulated the rows that the simulator runs, in their order
 * @param unpredicted the rows that neither predicts, in their order
 */
public record Accuracy(
    ImmutableList<Fit> fits,
    ImmutableList<Simulated> simulated,
    ImmutableList<Unpredicted> unpredicted) {

  /** Fits every law to its measurements, and runs every experiment. */
  public static Accuracy ofPublished() {
    ImmutableList<Measurement> rows = Published.rows();
    Experiments experiments = Experiments.read();
    ImmutableList<Fit> fits = Fit.ofPublished();
    ImmutableList<Simulated> simulated =
        rows.parallelStream() // none knows of the others, and they keep their order
            .flatMap(row -> experiments.simulate(row).stream())
            .collect(ImmutableList.toImmutableList());
    Set<String> predicted = new HashSet<>();
    fits.forEach(fit -> fit.predictions().forEach(p -> predicted.add(p.row().id())));
    simulated.forEach(one -> predicted.add(one.prediction().row().id()));
    return new Accuracy(
        fits,
        simulated,
        rows.stream()
            .filter(row -> !predicted.contains(row.id()))
            .map(row -> new Unpredicted(row, experiments.reason(row)))
            .collect(ImmutableList.toImmutableList()));
  }

  /** The predictions of laws, for rows that the fits used or for those held out. */
  public ImmutableList<Fit.Prediction> predictions(boolean heldOut) {
    return fits.stream()
        .flatMap(fit -> fit.predictions(heldOut).stream())
        .collect(ImmutableList.toImmutableList());
  }
}
