package org.shmemlab.plan.answer;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.shmemlab.plan.grid.PlanGrid;
import org.shmemlab.plan.grid.Point;
import org.shmemlab.plan.grid.Trial;
import org.shmemlab.plan.grid.TrialResult;
import org.shmemlab.plan.sample.LatinHypercube;
import org.shmemlab.plan.sample.Probes;
import org.shmemlab.plan.store.Simulations;

/**
 * Answers a question in stages: one simulation of each point, then more and more samples of those
 * whose rank is open, then probes of the best ones. Where the simulations end before, the answer
 * holds what is known.
 */
public final class Study {
  /** Samples of a point before it may be settled; each further stage has twice as many. */
  private static final int FIRST_SAMPLES = 8;

  private static final int NEAREST = 3;

  private final Question question;
  private final PlanGrid.Points grid;
  private final Simulations simulations;
  private final Map<Trial, TrialResult> known = new HashMap<>(); // looked up only
  private final Map<Point, ImmutableList<Trial>> draws = new HashMap<>();
  private final ImmutableList<Held.Open> measurements;
  private boolean complete = true;

  private Study(Question question, PlanGrid.Points grid, Simulations simulations) {
    this.question = question;
    this.grid = grid;
    this.simulations = simulations;
    this.measurements = Held.all(grid.all().getFirst().workload(), question.grid().seed());
  }

  /** All points with all samples at once, as on a cluster, whose jobs wait in a queue. */
  public static Answer atOnce(Question question, PlanGrid.Points grid, Simulations simulations) {
    Study study = new Study(question, grid, simulations);
    study.run(study.samples(grid.all(), question.samples(), true));
    return study.closely();
  }

  /**
   * In stages.
   *
   * @param first receives the answer with one simulation of each point
   */
  public static Answer inStages(
      Question question, PlanGrid.Points grid, Simulations simulations, Consumer<Answer> first) {
    Study study = new Study(question, grid, simulations);
    List<Point> small = new ArrayList<>(grid.all());
    small.sort(Comparator.comparingInt(Point::pes)); // what is known soon is shown soon
    study.run(study.samples(small, 0, true));
    first.accept(study.answer(ImmutableMap.of()));
    List<Point> open = grid.all();
    for (int samples = Math.min(FIRST_SAMPLES, question.samples());
        samples > 0 && study.complete;
        samples = Math.min(2 * samples, question.samples())) {
      study.run(study.samples(open, samples, false));
      if (samples == question.samples()) {
        break;
      }
      open = study.open();
    }
    return study.complete ? study.closely() : study.answer(ImmutableMap.of());
  }

  private void run(List<Trial> trials) {
    Map<Trial, TrialResult> found = simulations.run(trials);
    known.putAll(found);
    complete &= trials.stream().allMatch(known::containsKey);
  }

  private List<Trial> samples(List<Point> points, int samples, boolean usual) {
    List<Trial> trials = new ArrayList<>();
    for (Point point : points) {
      if (usual) {
        trials.add(Trial.usual(point));
      }
      trials.addAll(draws(point).subList(0, samples));
    }
    return trials;
  }

  private ImmutableList<Trial> draws(Point point) {
    return draws.computeIfAbsent(
        point, one -> LatinHypercube.of(one, question.samples(), question.grid().seed()));
  }

  // Points that may be the best of their size, by their samples.
  private List<Point> open() {
    List<PointResult> results = results();
    return results.stream()
        .filter(result ->
            results.stream()
                .filter(other -> rivals(result, other))
                .allMatch(other -> loss(result, 5) <= loss(other, 95)))
        .map(PointResult::point)
        .toList();
  }

  private static boolean rivals(PointResult result, PointResult other) {
    return result.point().pes() == other.point().pes()
        && result.point().values().equals(other.point().values());
  }

  private double loss(PointResult result, int percentile) {
    return result.loss(question.goal(), result.percentile(percentile));
  }

  private List<PointResult> results() {
    return grid.all().stream()
        .filter(point -> known.containsKey(Trial.usual(point)))
        .map(this::result)
        .toList();
  }

  // With the samples that are known, up to the first that is not.
  private PointResult result(Point point) {
    ImmutableDoubleArray.Builder samples = ImmutableDoubleArray.builder();
    for (Trial trial : draws(point)) {
      TrialResult outcome = known.get(trial);
      if (outcome == null) {
        break;
      }
      samples.add(outcome.picoseconds() / 1e6);
    }
    return new PointResult(
        point,
        Objects.requireNonNull(known.get(Trial.usual(point))),
        samples.build(),
        question.price(point.machine().name()),
        Nearness.of(point, measurements));
  }

  // With the probes of the best points, and the measurements nearest to them.
  private Answer closely() {
    Answer answer = answer(ImmutableMap.of());
    PointResult best = answer.best();
    if (best == null || question.samples() == 0) {
      return answer;
    }
    List<Point> probed = new ArrayList<>(List.of(best.point()));
    Map<String, Point> others = new LinkedHashMap<>();
    answer
        .rivals()
        .forEach(
            rival -> others.putIfAbsent(rival.result().point().where(), rival.result().point()));
    others.remove(best.point().where());
    probed.addAll(others.values());
    List<Trial> probes = new ArrayList<>();
    MachineChange.of(best.point()).forEach(change -> probes.add(change.trial()));
    ImmutableMap.Builder<Point, ImmutableList<Trial>> of = ImmutableMap.builder();
    for (Point point : probed) {
      ImmutableList<Trial> own =
          ImmutableList.<Trial>builder().add(Trial.usual(point)).addAll(Probes.of(point)).build();
      of.put(point, own);
      probes.addAll(own);
    }
    nearest(best.point()).forEach(open -> probes.add(Trial.usual(open.point())));
    run(probes);
    return answer(of.buildOrThrow());
  }

  private ImmutableList<Held.Open> nearest(Point point) {
    return Held.nearest(measurements, point, NEAREST);
  }

  private Answer answer(ImmutableMap<Point, ImmutableList<Trial>> probes) {
    Answer plain =
        Answer.of(question, grid, ImmutableList.copyOf(results()), measurements, complete);
    PointResult best = plain.best();
    if (best == null || probes.isEmpty()) {
      return plain;
    }
    return plain.with(
        probes.entrySet().stream()
            .filter(one -> one.getValue().stream().allMatch(known::containsKey))
            .map(one -> Sensitivity.of(one.getKey(), known))
            .collect(ImmutableList.toImmutableList()),
        MachineChange.of(best.point()).stream()
            .filter(change -> known.containsKey(change.trial()))
            .map(change -> change.effect(best.point(), known))
            .collect(ImmutableList.toImmutableList()),
        nearest(best.point()).stream()
            .filter(open -> known.containsKey(Trial.usual(open.point())))
            .map(open -> open.with(Objects.requireNonNull(known.get(Trial.usual(open.point())))))
            .collect(ImmutableList.toImmutableList()));
  }
}
