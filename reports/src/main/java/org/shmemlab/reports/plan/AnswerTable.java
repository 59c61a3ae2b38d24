package org.shmemlab.reports.plan;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.shmemlab.plan.answer.Answer;
import org.shmemlab.plan.answer.Objective;
import org.shmemlab.plan.answer.PointResult;
import org.shmemlab.plan.grid.Point;
import org.shmemlab.plan.grid.TrialResult;
import org.shmemlab.reports.page.PageBlock.Table;
import org.shmemlab.reports.page.PageBlock.Table.Cell;
import org.shmemlab.reports.page.PageBlock.Table.Column;
import org.shmemlab.reports.page.PageBlock.Tone;

/**
 * Shows all points as a table: a machine with its transport and parameters down, PEs across; in
 * each cell the time of a run with its interval, and below it the limit and the nearness to a
 * measurement.
 */
final class AnswerTable {
  private static final String BEST = "*";

  private AnswerTable() {}

  /** The table of a page, whose cells have two lines. */
  static Table of(Answer answer) {
    return table(
        answer,
        (title, times, limits) -> {
          ImmutableList.Builder<Cell> row = ImmutableList.<Cell>builder().add(Cell.of(title));
          for (int i = 0; i < times.size(); i++) {
            Cell time = times.get(i);
            String text = time.text().isEmpty() ? "" : time.text() + "\n" + limits.get(i).text();
            row.add(Cell.of(text, time.tone()));
          }
          return ImmutableList.of(row.build());
        });
  }

  /** The table as text, with two rows for each machine. */
  static Table asText(Answer answer) {
    return table(
        answer,
        (title, times, limits) ->
            ImmutableList.of(
                ImmutableList.<Cell>builder().add(Cell.of(title)).addAll(times).build(),
                ImmutableList.<Cell>builder()
                    .add(Cell.of(""))
                    .addAll(limits.stream().map(limit -> Cell.of("  " + limit.text())).toList())
                    .build()));
  }

  /** Makes the rows of a machine. */
  private interface Rows {
    ImmutableList<ImmutableList<Cell>> of(String title, List<Cell> times, List<Cell> limits);
  }

  private static Table table(Answer answer, Rows form) {
    TreeSet<Integer> sizes = new TreeSet<>();
    Map<String, Map<Integer, PointResult>> rows = new LinkedHashMap<>();
    for (Point point : answer.grid().all()) {
      sizes.add(point.pes());
      rows.computeIfAbsent(row(point), _ -> new LinkedHashMap<>());
    }
    answer
        .results()
        .forEach(result -> {
          Map<Integer, PointResult> row = rows.get(row(result.point()));
          if (row != null) {
            row.put(result.point().pes(), result);
          }
        });
    ImmutableList.Builder<Column> columns = ImmutableList.builder();
    columns.add(new Column("time of a run, 5 to 95 %", false));
    sizes.forEach(size -> columns.add(new Column(size + " PEs", false)));
    ImmutableList.Builder<ImmutableList<Cell>> cells = ImmutableList.builder();
    rows.forEach((title, results) -> {
      List<Cell> times = new ArrayList<>();
      List<Cell> limits = new ArrayList<>();
      for (int size : sizes) {
        PointResult result = results.get(size);
        times.add(result == null ? Cell.of("") : time(answer, result));
        limits.add(result == null ? Cell.of("") : limit(result));
      }
      cells.addAll(form.of(title, times, limits));
    });
    return new Table(
        "answer-table",
        "The best of each size has a "
            + BEST
            + "; below each time the busiest station or link, and whether the workload was measured"
            + " near it, or the machine's numbers were, or are estimates",
        columns.build(),
        cells.build());
  }

  /** The row of a point: "dgx-h100 over nvlink+ibgda, 2 NICs, tokens=4096". */
  static String row(Point point) {
    int nics = point.machine().platform().node().nics();
    String unusual = point.unusual();
    String cards = ", " + nics + (nics == 1 ? " NIC" : " NICs");
    return point.where() + cards + (unusual.isEmpty() ? "" : ", " + unusual);
  }

  /** Whether a point serves the goal better than another of the same size. */
  static boolean better(Answer answer, PointResult one, PointResult other) {
    if (answer.question().goal() == Objective.TIME) {
      return one.perSecond() >= other.perSecond();
    }
    Double price = one.perMillion();
    Double others = other.perMillion();
    if (price == null || others == null) {
      return one.gpuSeconds() <= other.gpuSeconds();
    }
    return price <= others;
  }

  private static Cell time(Answer answer, PointResult result) {
    List<PointResult> rivals =
        answer.results().stream()
            .filter(other -> other.point().pes() == result.point().pes())
            .toList();
    boolean best =
        rivals.size() > 1 && rivals.stream().allMatch(other -> better(answer, result, other));
    String text = PlanWords.time(result.median()) + (best ? BEST : "");
    if (!result.samples().isEmpty()) {
      text +=
          ", "
              + PlanWords.time(result.percentile(5))
              + " to "
              + PlanWords.time(result.percentile(95));
    }
    return Cell.of(text, best ? Tone.GOOD : Tone.PLAIN);
  }

  private static Cell limit(PointResult result) {
    TrialResult usual = result.usual();
    return Cell.of(
        String.format(
            Locale.ROOT,
            "%s %.0f %%; %s",
            usual.limitKind(),
            100 * usual.utilisation(),
            result.nearness().text()));
  }
}
