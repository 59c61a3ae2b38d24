package org.shmemlab.plan.sample;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import org.shmemlab.plan.grid.Point;
import org.shmemlab.plan.grid.Trial;

/**
 * Simulations that show what a point's time depends on: each number alone a tenth larger, all
 * latencies longer, all bandwidths smaller.
 */
public final class Probes {
  /** By how much one number is larger. */
  public static final double RAISE = 1.1;

  /** How many times as long, or as slow. */
  public static final ImmutableList<Double> STRETCHES =
      ImmutableList.of(1.05, 1.1, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0);

  private Probes() {}

  private static boolean isLatency(String place) {
    return place.matches("paths\\.\\w+\\.latency|network\\.hop|node\\.bus\\.crossing");
  }

  private static boolean isBandwidth(String place) {
    return place.matches(
        "paths\\.\\w+\\.bandwidth\\..*|node\\.nic\\.bandwidth|node\\.nvlink\\.(port|pair)"
            + "|node\\.bus\\.(bandwidth|nic|socket)");
  }

  /** All of a point. */
  public static ImmutableList<Trial> of(Point point) {
    ImmutableList.Builder<Trial> trials = ImmutableList.builder();
    MachineNumbers.of(point)
        .forEach((place, number) -> {
          if (MachineNumbers.isContinuous(number)) {
            trials.add(raised(point, place));
          }
        });
    for (double stretch : STRETCHES) {
      trials.add(slower(point, stretch)).add(narrower(point, stretch));
    }
    return trials.build();
  }

  /** One number a tenth larger. */
  public static Trial raised(Point point, String place) {
    return new Trial(point, place + " *" + RAISE, ImmutableSortedMap.of(place, RAISE));
  }

  /** All latencies of paths and switches so many times as long. */
  public static Trial slower(Point point, double stretch) {
    return new Trial(
        point, "latency *" + stretch, MachineNumbers.factors(point, Probes::isLatency, stretch));
  }

  /** All bandwidths of paths and links divided by a number. */
  public static Trial narrower(Point point, double stretch) {
    return new Trial(
        point,
        "bandwidth /" + stretch,
        MachineNumbers.factors(point, Probes::isBandwidth, 1 / stretch));
  }
}
