package org.shmemlab.transports.fit;

import com.google.common.collect.ImmutableList;
import com.google.common.math.Quantiles;
import java.util.List;

/**
 * A law whose parameters were fitted to measurements.
 *
 * @param name what was measured
 * @param system the machine
 * @param transport what carried the data
 * @param law the law
 * @param parameters what the fit found
 * @param predictions every measurement of the group with what the law says, fitted ones and those
 *     held out
 */
public record Fit(
    String name,
    String system,
    String transport,
    Law law,
    ImmutableList<Parameter> parameters,
    ImmutableList<Prediction> predictions) {

  /**
   * A fitted parameter.
   *
   * @param low lower end of the 95 % confidence interval
   * @param high upper end of it
   */
  public record Parameter(String name, String unit, double value, double low, double high) {}

  /**
   * A measurement with the law's prediction.
   *
   * @param published as converted, in the unit of the law
   * @param predicted in the same unit
   * @param heldOut whether the fit did not see it
   */
  public record Prediction(Measurement row, double published, double predicted, boolean heldOut) {
    /** The relative error: 0.1 where the prediction is a tenth too high. */
    public double error() {
      return predicted / published - 1;
    }
  }

  /** Every law, fitted to the published measurements that it is to explain. */
  public static ImmutableList<Fit> ofPublished() {
    return new Groups(Published.rows())
        .all().stream().map(RelativeLeastSquares::fit).collect(ImmutableList.toImmutableList());
  }

  /** Ids of the rows that the parameters come from. */
  public ImmutableList<String> fittedRows() {
    return predictions.stream()
        .filter(p -> !p.heldOut)
        .map(p -> p.row.id())
        .collect(ImmutableList.toImmutableList());
  }

  /** The predictions for the rows that the fit used, or for the others. */
  public ImmutableList<Prediction> predictions(boolean heldOut) {
    return predictions.stream()
        .filter(p -> p.heldOut == heldOut)
        .collect(ImmutableList.toImmutableList());
  }

  /** The median of the sizes of the relative errors; NaN of nothing. */
  public static double median(List<Prediction> predictions) {
    return predictions.isEmpty()
        ? Double.NaN
        : Quantiles.median().compute(predictions.stream().map(p -> Math.abs(p.error())).toList());
  }

  /** The largest size of a relative error; NaN of nothing. */
  public static double worst(List<Prediction> predictions) {
    return predictions.stream().mapToDouble(p -> Math.abs(p.error())).max().orElse(Double.NaN);
  }
}
