package org.shmemlab.transports.patterns;

import com.google.common.math.Quantiles;
import com.google.common.primitives.ImmutableDoubleArray;
import java.util.Map;
import java.util.stream.IntStream;
import org.shmemlab.transports.cost.fleet.Fleet;

/**
 * Summarises many runs of one test whose times vary.
 *
 * @param min the least value
 * @param p50 the median
 * @param p99 the value that one run in a hundred exceeds
 * @param max the greatest value
 */
public record Spread(double min, double p50, double p99, double max) {

  /**
   * Runs a test with seeds from that of {@code variation} on.
   *
   * @param runs at least 1
   */
  public static Spread of(
      Perftest test,
      Fleet fleet,
      long bytes,
      Perftest.Options options,
      Variation variation,
      int runs) {
    return of(
        ImmutableDoubleArray.copyOf(
            IntStream.range(0, runs)
                .mapToDouble(run ->
                    test.run(
                        fleet,
                        bytes,
                        options,
                        new Variation(variation.jitter(), variation.seed() + run)))));
  }

  /** The spread of some values, of which there is at least one. */
  public static Spread of(ImmutableDoubleArray values) {
    Map<Integer, Double> at =
        Quantiles.percentiles().indexes(0, 50, 99, 100).compute(values.toArray());
    return new Spread(
        at.getOrDefault(0, Double.NaN),
        at.getOrDefault(50, Double.NaN),
        at.getOrDefault(99, Double.NaN),
        at.getOrDefault(100, Double.NaN));
  }

  /** The same values in another unit. */
  public Spread times(double factor) {
    return new Spread(min * factor, p50 * factor, p99 * factor, max * factor);
  }

  /** A percentile by its number. */
  public double percentile(int number) {
    return switch (number) {
      case 0 -> min;
      case 50 -> p50;
      case 99 -> p99;
      case 100 -> max;
      default -> throw new IllegalArgumentException("0, 50, 99 or 100, not " + number);
    };
  }
}
