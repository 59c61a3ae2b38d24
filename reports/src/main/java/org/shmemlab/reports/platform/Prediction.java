package org.shmemlab.reports.platform;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.transports.accuracy.Accuracy;
import org.shmemlab.transports.accuracy.Simulated;
import org.shmemlab.transports.fit.Fit;

/**
 * Holds a line of a report of accuracy: one prediction of one row.
 *
 * @param kind "law" or "simulated"
 * @param by the law's formula, or what was simulated
 * @param unit of both values: for laws, what the row was converted to
 * @param error relative: 0.1 where the prediction is a tenth too high
 * @param heldOut whether neither the law nor the platform rests on the row
 */
record Prediction(
    String id,
    String system,
    String transport,
    String what,
    @Nullable Long bytes,
    String kind,
    String by,
    double published,
    double predicted,
    String unit,
    double error,
    boolean heldOut) {

  /** Every prediction, those of laws first. */
  static List<Prediction> of(Accuracy accuracy) {
    return Stream.concat(laws(accuracy), simulated(accuracy)).toList();
  }

  static Stream<Prediction> laws(Accuracy accuracy) {
    return accuracy.fits().stream()
        .flatMap(fit ->
            fit.predictions().stream()
                .map(p -> of(p, "law", fit.law().formula(), fit.law().unit())));
  }

  static Stream<Prediction> simulated(Accuracy accuracy) {
    return accuracy.simulated().stream().map(Prediction::of);
  }

  private static Prediction of(Simulated simulated) {
    Fit.Prediction p = simulated.prediction();
    return of(p, "simulated", simulated.scenario(), p.row().unit());
  }

  private static Prediction of(Fit.Prediction p, String kind, String by, String unit) {
    OptionalLong bytes = p.row().messageBytes();
    return new Prediction(
        p.row().id(),
        p.row().system(),
        p.row().transport(),
        p.row().operation(),
        bytes.isPresent() ? bytes.getAsLong() : null,
        kind,
        by,
        p.published(),
        p.predicted(),
        unit,
        p.error(),
        p.heldOut());
  }
}
