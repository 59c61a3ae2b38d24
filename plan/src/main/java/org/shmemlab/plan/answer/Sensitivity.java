package org.shmemlab.plan.answer;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.Comparator;
import java.util.Map;
import java.util.function.DoubleFunction;
import org.shmemlab.plan.grid.Point;
import org.shmemlab.plan.grid.Trial;
import org.shmemlab.plan.grid.TrialResult;
import org.shmemlab.plan.sample.MachineNumbers;
import org.shmemlab.plan.sample.Probes;

/**
 * Holds the sensitivities of a point's time.
 *
 * @param elasticities of numbers, the strongest first: a number that is 1 % larger changes the time
 *     by so many percent
 * @param latency how far all latencies may grow
 * @param bandwidth how far all bandwidths may shrink
 */
public record Sensitivity(
    Point point,
    ImmutableList<Elasticity> elasticities,
    ImmutableList<Tolerance> latency,
    ImmutableList<Tolerance> bandwidth) {
  /** By how many percent a run may take longer. */
  public static final ImmutableList<Integer> LONGER = ImmutableList.of(1, 5, 10);

  /** d log(time) / d log(number), between the number and one a tenth larger. */
  public record Elasticity(String place, double value) {}

  /**
   * How far something may be stretched until the run takes so many percent longer (Shen et al.
   * 2024, "LLAMP", arXiv:2404.14193, calls it tolerance).
   *
   * @param factor interpolated between those that were tried
   * @param beyond whether not even the largest that was tried is too much
   */
  public record Tolerance(int percent, double factor, boolean beyond) {}

  /** That of a point whose {@link Probes} were run. */
  static Sensitivity of(Point point, Map<Trial, TrialResult> outcomes) {
    double usual = time(outcomes, Trial.usual(point));
    ImmutableList<Elasticity> elasticities =
        MachineNumbers.of(point).keySet().stream()
            .filter(place -> outcomes.containsKey(Probes.raised(point, place)))
            .map(place ->
                new Elasticity(
                    place,
                    Math.log(time(outcomes, Probes.raised(point, place)) / usual)
                        / Math.log(Probes.RAISE)))
            .sorted(
                Comparator.comparingDouble((Elasticity one) -> -Math.abs(one.value))
                    .thenComparing(Elasticity::place))
            .collect(ImmutableList.toImmutableList());
    return new Sensitivity(
        point,
        elasticities,
        tolerances(usual, stretch -> time(outcomes, Probes.slower(point, stretch))),
        tolerances(usual, stretch -> time(outcomes, Probes.narrower(point, stretch))));
  }

  private static double time(Map<Trial, TrialResult> outcomes, Trial trial) {
    TrialResult outcome = outcomes.get(trial);
    if (outcome == null) {
      throw new IllegalArgumentException("not computed: " + trial.name());
    }
    return outcome.picoseconds();
  }

  private static ImmutableList<Tolerance> tolerances(
      double usual, DoubleFunction<Double> stretched) {
    ImmutableMap.Builder<Double, Double> curve = ImmutableMap.builder();
    curve.put(1.0, 1.0);
    Probes.STRETCHES.forEach(stretch -> curve.put(stretch, stretched.apply(stretch) / usual));
    ImmutableMap<Double, Double> tried = curve.buildOrThrow();
    return LONGER.stream()
        .map(percent -> tolerance(percent, tried))
        .collect(ImmutableList.toImmutableList());
  }

  private static Tolerance tolerance(int percent, Map<Double, Double> curve) {
    double limit = 1 + percent / 100.0;
    double lastFactor = 1;
    double lastTime = 1;
    for (Map.Entry<Double, Double> tried : curve.entrySet()) {
      if (tried.getValue() > limit) {
        double share = (limit - lastTime) / (tried.getValue() - lastTime);
        return new Tolerance(percent, lastFactor + share * (tried.getKey() - lastFactor), false);
      }
      lastFactor = tried.getKey();
      lastTime = tried.getValue();
    }
    return new Tolerance(percent, lastFactor, true);
  }
}
