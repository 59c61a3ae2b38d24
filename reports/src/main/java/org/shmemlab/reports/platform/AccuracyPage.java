package org.shmemlab.reports.platform;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.shmemlab.reports.page.Page;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageProvenance;
import org.shmemlab.reports.page.PageTables;
import org.shmemlab.reports.page.Pages;
import org.shmemlab.reports.table.Table;
import org.shmemlab.transports.accuracy.Accuracy;
import org.shmemlab.transports.accuracy.BenchmarkLoops;

/** Shows predictions next to measurements, as a page. */
public final class AccuracyPage {
  private static final int MOST_ROWS = 1000;

  private AccuracyPage() {}

  /** A measured value and its prediction, in a group. */
  private record Point(String group, double measured, double predicted) {}

  /** Of published measurements. */
  public static String html(Accuracy accuracy, PageProvenance origin) {
    List<Prediction> all = Prediction.of(accuracy);
    List<Point> points =
        all.stream()
            .map(p ->
                new Point(
                    p.kind() + (p.heldOut() ? ", held out" : ""), p.published(), p.predicted()))
            .toList();
    return page(
        "Predictions next to published measurements",
        all.size() + " predictions; " + accuracy.unpredicted().size() + " rows are not predicted.",
        "A law is a formula that was fitted to published measurements; its rows that are held out"
            + " were not fitted. Simulated are runs on the platform that describes the machine of a"
            + " row; held out are those rows that no number of this platform comes from.",
        points,
        AccuracyReport.table(accuracy),
        AccuracyReport.json(accuracy),
        origin);
  }

  /**
   * Of whole loops of benchmarks on real GPUs.
   *
   * @param by what the predictions are: {@code perftest on hgx-h200}
   */
  public static String html(
      String platform,
      String by,
      List<BenchmarkLoops.Prediction> predictions,
      PageProvenance origin) {
    List<Point> points =
        predictions.stream()
            .map(p -> new Point(LoopReport.words(p.part()), p.row().value(), p.predicted()))
            .toList();
    return page(
        "Benchmarks on real GPUs next to " + by,
        predictions.size() + " rows of results.",
        "Numbers of the platform were fitted to some rows, and others are held out, of this machine"
            + " or of another one.",
        points,
        LoopReport.table(predictions),
        LoopReport.json(platform, predictions),
        origin);
  }

  private static String page(
      String title,
      String summary,
      String words,
      List<Point> points,
      Table table,
      String json,
      PageProvenance origin) {
    Map<String, List<Point>> groups =
        points.stream()
            .filter(point -> point.measured > 0 && point.predicted > 0)
            .collect(Collectors.groupingBy(Point::group, TreeMap::new, Collectors.toList()));
    double least = values(points).min().orElse(1);
    double most = values(points).max().orElse(1);
    List<Map<String, Object>> series =
        Stream.concat(
                Stream.of(
                    Plots.series(
                        "line",
                        "as measured",
                        List.of(List.of(least, least), List.of(most, most)))),
                groups.entrySet().stream()
                    .map(group ->
                        Plots.series(
                            "scatter",
                            group.getKey(),
                            group.getValue().stream()
                                .map(point -> List.of(point.measured, point.predicted))
                                .toList())))
            .toList();
    PageBlock chart =
        new PageBlock.Chart(
            "predictions-chart",
            "Predicted by measured value, each in the unit of its row",
            "A point for each row; on the line the prediction is right. The table has the numbers.",
            460,
            Plots.option("measured", "predicted", series));
    return Pages.html(
        new Page(
            title,
            summary,
            origin,
            ImmutableList.of(
                new PageBlock.Section(
                    "predictions",
                    "Predictions",
                    ImmutableList.of(
                        chart,
                        new PageBlock.Paragraph(words),
                        PageTables.of(
                            "rows",
                            "Errors are relative: 0.1 where the prediction is a tenth too high",
                            table,
                            MOST_ROWS)))),
            Pages.tree(json)));
  }

  private static DoubleStream values(List<Point> points) {
    return points.stream()
        .flatMapToDouble(point -> DoubleStream.of(point.measured, point.predicted))
        .filter(value -> value > 0);
  }
}
