package org.shmemlab.reports.plan;

import com.google.common.collect.ImmutableList;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.plan.answer.Answer;
import org.shmemlab.plan.answer.PointResult;
import org.shmemlab.plan.grid.Point;
import org.shmemlab.reports.table.Table;

/** Writes the results of a plan, as tables for other tools. */
public final class PlanTables {
  /**
   * A point.
   *
   * @param samples draws of the machine's numbers that the percentiles rest on
   * @param nearness how far it is from a measurement
   * @param usualUs with the machine's numbers as they are
   * @param gpuSeconds of one result
   * @param perMillion money for a million results
   */
  record PointRow(
      String workload,
      String platform,
      String changes,
      String transport,
      int pes,
      int perNode,
      String parameters,
      long seed,
      int samples,
      String nearness,
      double usualUs,
      double p5Us,
      double p50Us,
      double p95Us,
      double perSecond,
      double gpuSeconds,
      @Nullable Double perMillion,
      String limit,
      double utilisation,
      String link,
      double linkUse,
      long messages) {}

  /** One draw of a point. */
  record SampleRow(
      String platform,
      String changes,
      String transport,
      int pes,
      String parameters,
      int sample,
      double us) {}

  /** How a point's time follows a number. */
  record SensitivityRow(
      String platform,
      String changes,
      String transport,
      int pes,
      String parameters,
      String number,
      double elasticity) {}

  private PlanTables() {}

  /** All points, in the order of the grid. */
  public static Table points(Answer answer) {
    return Table.of("points", MethodHandles.lookup(), PointRow.class, pointRows(answer));
  }

  static List<PointRow> pointRows(Answer answer) {
    return answer.results().stream().map(PlanTables::row).toList();
  }

  static PointRow row(PointResult result) {
    Point point = result.point();
    return new PointRow(
        point.workload().name(),
        point.machine().name(),
        changes(point),
        point.carrier().key(),
        point.pes(),
        point.perNode(),
        point.parameters(),
        point.seed(),
        result.samples().length(),
        result.nearness().text(),
        result.microseconds(),
        result.percentile(5),
        result.median(),
        result.percentile(95),
        result.perSecond(),
        result.gpuSeconds(),
        result.perMillion(),
        result.usual().limit(),
        result.usual().utilisation(),
        result.usual().link(),
        result.usual().linkUse(),
        result.usual().messages());
  }

  /** A point as the page shows it. */
  record ShownRow(
      String point,
      double usual,
      double p5,
      double p50,
      double p95,
      double resultsPerSecond,
      double gpuSecondsPerResult,
      @Nullable Double pricePerMillion,
      String busiest,
      double utilisation,
      long messages) {}

  /** All points with what people compare. */
  static Table shown(Answer answer) {
    return Table.of(
        "shown",
        MethodHandles.lookup(),
        ShownRow.class,
        answer.results().stream()
            .map(result ->
                new ShownRow(
                    result.point().title(),
                    result.microseconds(),
                    result.percentile(5),
                    result.median(),
                    result.percentile(95),
                    result.perSecond(),
                    result.gpuSeconds(),
                    result.perMillion(),
                    result.usual().limit(),
                    result.usual().utilisation(),
                    result.usual().messages()))
            .toList());
  }

  /** Every sample of every point. */
  public static Table samples(Answer answer) {
    ImmutableList.Builder<SampleRow> rows = ImmutableList.builder();
    for (PointResult result : answer.results()) {
      Point point = result.point();
      for (int i = 0; i < result.samples().length(); i++) {
        rows.add(
            new SampleRow(
                point.machine().name(),
                changes(point),
                point.carrier().key(),
                point.pes(),
                point.parameters(),
                i + 1,
                result.samples().get(i)));
      }
    }
    return Table.of("samples", MethodHandles.lookup(), SampleRow.class, rows.build());
  }

  /** The elasticities of the points that were looked at closely. */
  public static Table sensitivity(Answer answer) {
    return Table.of(
        "sensitivity", MethodHandles.lookup(), SensitivityRow.class, sensitivityRows(answer));
  }

  static List<SensitivityRow> sensitivityRows(Answer answer) {
    return answer.sensitivities().stream()
        .flatMap(one ->
            one.elasticities().stream()
                .map(elasticity ->
                    new SensitivityRow(
                        one.point().machine().name(),
                        changes(one.point()),
                        one.point().carrier().key(),
                        one.point().pes(),
                        one.point().parameters(),
                        elasticity.place(),
                        elasticity.value())))
        .toList();
  }

  private static String changes(Point point) {
    return String.join(" ", point.machine().changed());
  }
}
