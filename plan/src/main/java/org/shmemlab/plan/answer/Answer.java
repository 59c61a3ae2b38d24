package org.shmemlab.plan.answer;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hipparchus.stat.correlation.SpearmansCorrelation;
import org.jspecify.annotations.Nullable;
import org.shmemlab.plan.grid.PlanGrid;
import org.shmemlab.plan.grid.Trial;
import org.shmemlab.plan.sample.LatinHypercube;

/**
 * Holds the answer of a plan.
 *
 * @param grid the points of the question
 * @param results of those that were simulated, in the order of the grid
 * @param series of them
 * @param bests the best point for the goal among those within the limits; where sizes are not
 *     compared, of each size, the smallest first
 * @param rivals of the last of them: the best points of other machines, transports or parameters,
 *     the best first; of the same size where sizes are not compared
 * @param sensitivities of the best point and of the best rival of each machine and transport
 * @param effects of changes of the best point's machine
 * @param nearest measurements to the best point, the nearest first
 * @param published measurements of the workload with the same parameters as one of the points
 * @param complete whether nothing was left out for want of time
 */
public record Answer(
    Question question,
    PlanGrid.Points grid,
    ImmutableList<PointResult> results,
    ImmutableList<Series> series,
    ImmutableList<PointResult> bests,
    ImmutableList<Rival> rivals,
    ImmutableList<Sensitivity> sensitivities,
    ImmutableList<MachineChange.Effect> effects,
    ImmutableList<Held> nearest,
    ImmutableList<Held.Open> published,
    boolean complete) {
  private static final double CLEAR = 0.3;

  /**
   * An alternative to the best point.
   *
   * @param wins samples in which it is better than the best point
   * @param of samples that both have
   * @param when the number that its advantage follows most, with the rank correlation; null where
   *     it never wins or nothing explains it
   */
  public record Rival(PointResult result, int wins, int of, @Nullable Cause when) {}

  /** A number whose draws the advantage of a rival follows, by Spearman's coefficient. */
  public record Cause(String place, double correlation) {}

  /**
   * The answer that follows from the results of points, before any of them is probed.
   *
   * @param grid the points of the question
   * @param measurements of the workload
   */
  static Answer of(
      Question question,
      PlanGrid.Points grid,
      ImmutableList<PointResult> results,
      List<Held.Open> measurements,
      boolean complete) {
    ImmutableList<PointResult> ranked = ranked(question, results);
    ImmutableList<PointResult> bests =
        question.comparesSizes()
            ? ranked.stream().limit(1).collect(ImmutableList.toImmutableList())
            : firstOfEachSize(ranked);
    return new Answer(
        question,
        grid,
        results,
        Series.of(results),
        bests,
        bests.isEmpty() ? ImmutableList.of() : rivals(question, bests.getLast(), ranked),
        ImmutableList.of(),
        ImmutableList.of(),
        ImmutableList.of(),
        measurements.stream()
            .filter(one ->
                grid.all().stream().anyMatch(point -> point.values().equals(one.point().values())))
            .collect(ImmutableList.toImmutableList()),
        complete);
  }

  /** The same after a closer look at the best points. */
  Answer with(
      ImmutableList<Sensitivity> probed,
      ImmutableList<MachineChange.Effect> changes,
      ImmutableList<Held> measured) {
    return new Answer(
        question, grid, results, series, bests, rivals, probed, changes, measured, published,
        complete);
  }

  /** The best point; the one of the largest size where sizes are not compared; null for none. */
  public @Nullable PointResult best() {
    return bests.isEmpty() ? null : bests.getLast();
  }

  /** Why points were left out, of each one that was. */
  public ImmutableList<String> absent() {
    return grid.absent();
  }

  private static ImmutableList<PointResult> firstOfEachSize(List<PointResult> ranked) {
    Map<Integer, PointResult> first = new TreeMap<>();
    ranked.forEach(result -> first.putIfAbsent(result.point().pes(), result));
    return ImmutableList.copyOf(first.values());
  }

  // Those within the limits, the best first; of equals the one that comes first in the grid.
  private static ImmutableList<PointResult> ranked(Question question, List<PointResult> results) {
    return results.stream()
        .filter(question::admits)
        .sorted(Comparator.comparingDouble(result -> result.loss(question.goal(), result.median())))
        .collect(ImmutableList.toImmutableList());
  }

  // Of each series but that of the best point its best one.
  private static ImmutableList<Rival> rivals(
      Question question, PointResult best, List<PointResult> ranked) {
    List<PointResult> others = new ArrayList<>();
    for (PointResult result : ranked) {
      boolean seen =
          (!question.comparesSizes() && result.point().pes() != best.point().pes())
              || best.point().growsTo(result.point())
              || others.stream().anyMatch(other -> other.point().growsTo(result.point()));
      if (!seen) {
        others.add(result);
      }
    }
    return others.stream()
        .map(other -> rival(question, best, other))
        .collect(ImmutableList.toImmutableList());
  }

  private static Rival rival(Question question, PointResult best, PointResult other) {
    int samples = Math.min(best.samples().length(), other.samples().length());
    double[] advantage = new double[samples];
    int wins = 0;
    for (int i = 0; i < samples; i++) {
      double of = best.loss(question.goal(), best.samples().get(i));
      double others = other.loss(question.goal(), other.samples().get(i));
      advantage[i] = Math.log(of / others);
      wins += others < of ? 1 : 0;
    }
    return new Rival(
        other, wins, samples, wins == 0 ? null : cause(question, best, other, advantage));
  }

  private static @Nullable Cause cause(
      Question question, PointResult best, PointResult other, double[] advantage) {
    Map<String, double[]> draws = new LinkedHashMap<>();
    for (PointResult one : List.of(best, other)) {
      List<Trial> trials =
          LatinHypercube.of(one.point(), question.samples(), question.grid().seed());
      for (int i = 0; i < advantage.length; i++) {
        int sample = i;
        trials
            .get(i)
            .factors()
            .forEach((place, factor) ->
                draws.computeIfAbsent(place, _ -> new double[advantage.length])[sample] = factor);
      }
    }
    Cause strongest = null;
    for (Map.Entry<String, double[]> draw : draws.entrySet()) {
      double r =
          advantage.length < 3
              ? 0
              : new SpearmansCorrelation().correlation(draw.getValue(), advantage);
      if (Math.abs(r) > (strongest == null ? CLEAR : Math.abs(strongest.correlation))) {
        strongest = new Cause(draw.getKey(), r);
      }
    }
    return strongest;
  }
}
