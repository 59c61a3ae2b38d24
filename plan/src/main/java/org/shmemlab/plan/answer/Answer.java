package org.shmemlab.plan.answer;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.hipparchus.stat.correlation.SpearmansCorrelation;
import org.jspecify.annotations.Nullable;
import org.shmemlab.plan.grid.PlanGrid;
import org.shmemlab.plan.grid.Point;
import org.shmemlab.plan.grid.Trial;
import org.shmemlab.plan.grid.TrialResult;
import org.shmemlab.plan.sample.LatinHypercube;
import org.shmemlab.plan.sample.Probes;
import org.shmemlab.plan.store.Simulations;

/**
 * Holds the answer of a plan.
 *
 * @param absent why points were left out, of each one that was
 * @param results of all other points, in the order of the grid
 * @param series of them
 * @param best point for the goal among those that meet the limit; null where none does
 * @param rivals the best points of other machines, transports or parameters, the best first
 * @param sensitivities of the best point and of the best rival of each machine and transport
 * @param nearest measurements to the best point, the nearest first
 */
public record Answer(
    Question question,
    ImmutableList<String> absent,
    ImmutableList<PointResult> results,
    ImmutableList<Series> series,
    @Nullable PointResult best,
    ImmutableList<Rival> rivals,
    ImmutableList<Sensitivity> sensitivities,
    ImmutableList<Held> nearest) {
  private static final int NEAREST = 3;
  private static final double CLEAR = 0.3;

  /**
   * An alternative to the best point.
   *
   * @param wins samples in which it is better than the best point
   * @param when the number that its advantage follows most, with the rank correlation; null where
   *     it never wins or nothing explains it
   */
  public record Rival(PointResult result, int wins, @Nullable Cause when) {}

  /** A number whose draws the advantage of a rival follows, by Spearman's coefficient. */
  public record Cause(String place, double correlation) {}

  /**
   * Computes everything that is not there yet.
   *
   * @param grid the points of the question
   */
  public static Answer to(Question question, PlanGrid.Points grid, Simulations simulations) {
    ImmutableList<Point> points = grid.all();
    long seed = question.grid().seed();
    List<Trial> trials = new ArrayList<>();
    for (Point point : points) {
      trials.add(Trial.usual(point));
      trials.addAll(LatinHypercube.of(point, question.samples(), seed));
    }
    Map<Trial, TrialResult> outcomes = simulations.run(trials);
    ImmutableList<PointResult> results =
        points.stream()
            .map(point -> result(question, point, outcomes))
            .collect(ImmutableList.toImmutableList());
    ImmutableList<PointResult> ranked = ranked(question, results);
    PointResult best = ranked.isEmpty() ? null : ranked.getFirst();
    ImmutableList<Series> series = Series.of(results);
    if (best == null) {
      return new Answer(
          question,
          grid.absent(),
          results,
          series,
          null,
          ImmutableList.of(),
          ImmutableList.of(),
          ImmutableList.of());
    }
    ImmutableList<Rival> rivals = rivals(question, best, ranked);
    List<Point> probed = new ArrayList<>(List.of(best.point()));
    Map<String, Point> others = new LinkedHashMap<>();
    rivals.forEach(rival -> others.putIfAbsent(where(rival.result.point()), rival.result.point()));
    others.remove(where(best.point()));
    probed.addAll(others.values());
    List<Trial> probes = new ArrayList<>();
    probed.forEach(point -> probes.add(Trial.usual(point)));
    probed.forEach(point -> probes.addAll(Probes.of(point)));
    ImmutableList<Held.Open> nearest =
        Held.nearest(Held.all(best.point().workload(), seed), best.point(), NEAREST);
    nearest.forEach(open -> probes.add(Trial.usual(open.point())));
    Map<Trial, TrialResult> more = simulations.run(probes);
    return new Answer(
        question,
        grid.absent(),
        results,
        series,
        best,
        rivals,
        probed.stream()
            .map(point -> Sensitivity.of(point, more))
            .collect(ImmutableList.toImmutableList()),
        nearest.stream()
            .map(open -> open.with(Objects.requireNonNull(more.get(Trial.usual(open.point())))))
            .collect(ImmutableList.toImmutableList()));
  }

  private static String where(Point point) {
    return point.machine().title() + " over " + point.carrier().key();
  }

  private static PointResult result(
      Question question, Point point, Map<Trial, TrialResult> outcomes) {
    ImmutableDoubleArray.Builder samples = ImmutableDoubleArray.builder();
    for (Trial trial : LatinHypercube.of(point, question.samples(), question.grid().seed())) {
      samples.add(Objects.requireNonNull(outcomes.get(trial)).picoseconds() / 1e6);
    }
    return new PointResult(
        point,
        Objects.requireNonNull(outcomes.get(Trial.usual(point))),
        samples.build(),
        question.price(point.machine().name()));
  }

  // Those that meet the limit, the best first; of equals the one that comes first in the grid.
  private static ImmutableList<PointResult> ranked(Question question, List<PointResult> results) {
    Slo slo = question.slo();
    return results.stream()
        .filter(result -> slo == null || slo.holds(result))
        .sorted(Comparator.comparingDouble(result -> result.loss(question.goal(), result.median())))
        .collect(ImmutableList.toImmutableList());
  }

  // Of each series but that of the best point its best one.
  private static ImmutableList<Rival> rivals(
      Question question, PointResult best, List<PointResult> ranked) {
    List<PointResult> others = new ArrayList<>();
    for (PointResult result : ranked) {
      boolean seen =
          best.point().growsTo(result.point())
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
    int samples = question.samples();
    double[] advantage = new double[samples];
    int wins = 0;
    for (int i = 0; i < samples; i++) {
      double of = best.loss(question.goal(), best.samples().get(i));
      double others = other.loss(question.goal(), other.samples().get(i));
      advantage[i] = Math.log(of / others);
      wins += others < of ? 1 : 0;
    }
    return new Rival(other, wins, wins == 0 ? null : cause(question, best, other, advantage));
  }

  private static @Nullable Cause cause(
      Question question, PointResult best, PointResult other, double[] advantage) {
    Map<String, double[]> draws = new LinkedHashMap<>();
    for (PointResult one : List.of(best, other)) {
      List<Trial> trials =
          LatinHypercube.of(one.point(), question.samples(), question.grid().seed());
      for (int i = 0; i < trials.size(); i++) {
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
