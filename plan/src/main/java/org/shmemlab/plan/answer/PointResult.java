package org.shmemlab.plan.answer;

import com.google.common.math.Quantiles;
import com.google.common.primitives.ImmutableDoubleArray;
import org.jspecify.annotations.Nullable;
import org.shmemlab.plan.grid.Point;
import org.shmemlab.plan.grid.TrialResult;

/**
 * Holds the result of a point.
 *
 * @param usual with the machine's numbers as they are
 * @param samples microseconds with drawn numbers, in the order of the draws; may be none
 * @param price of an hour of one GPU, or null
 * @param nearness how far it is from a measurement
 */
public record PointResult(
    Point point,
    TrialResult usual,
    ImmutableDoubleArray samples,
    @Nullable Double price,
    Nearness nearness) {
  private static final double MICROSECONDS_PER_HOUR = 3.6e9;

  /** The time of a run that so many percent of the samples do not exceed, microseconds. */
  public double percentile(int percentile) {
    return samples.isEmpty()
        ? microseconds()
        : Quantiles.percentiles().index(percentile).compute(samples.toArray());
  }

  /** The time of a run with the numbers as they are. */
  public double microseconds() {
    return usual.picoseconds() / 1e6;
  }

  /** The median of the samples. */
  public double median() {
    return percentile(50);
  }

  /** Results of one run. */
  public double results() {
    return point.workload().results(point.values(), point.place());
  }

  /** Results in a second, by the median. */
  public double perSecond() {
    return rate(median());
  }

  /** Results in a second where a run takes so many microseconds. */
  public double rate(double microseconds) {
    return results() / microseconds * 1e6;
  }

  /** GPU-seconds of a result. */
  public double gpuSeconds() {
    return point.pes() * median() / 1e6 / results();
  }

  /** Money for a million results, or null where no price is known. */
  public @Nullable Double perMillion() {
    return perMillion(median());
  }

  /** The same where a run takes so many microseconds. */
  public @Nullable Double perMillion(double microseconds) {
    return price == null
        ? null
        : point.pes() * microseconds / MICROSECONDS_PER_HOUR * price / results() * 1e6;
  }

  /** Money for an hour of all its GPUs, or null where no price is known. */
  public @Nullable Double hourly() {
    return price == null ? null : point.pes() * price;
  }

  /** The quantity that is least at the best point. */
  double loss(Objective goal, double microseconds) {
    return switch (goal) {
      case TIME -> microseconds / results();
      case COST -> (price == null ? 1 : price) * point.pes() * microseconds / results();
    };
  }
}
