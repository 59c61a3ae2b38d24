package org.shmemlab.reports.platform;

import com.google.common.collect.ImmutableList;
import com.google.common.math.Quantiles;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.shmemlab.reports.json.Document;
import org.shmemlab.reports.json.Schema;
import org.shmemlab.reports.table.Table;
import org.shmemlab.transports.accuracy.Loops;
import org.shmemlab.transports.accuracy.Split;

/** How far {@code perftest} is from whole loops of benchmarks on real machines. */
public final class LoopReport {
  private LoopReport() {}

  /**
   * A table for each part of the rows: those that numbers rest on, those of the same machine that
   * were held out, and those of other machines.
   */
  public static String text(String platform, List<Loops.Prediction> predictions) {
    StringBuilder out = new StringBuilder();
    for (Split.Part part : Split.Part.values()) {
      Map<String, List<Loops.Prediction>> tests =
          predictions.stream()
              .filter(p -> p.part() == part)
              .collect(
                  Collectors.groupingBy(
                      p -> p.row().test() + "\t" + p.row().scope(),
                      TreeMap::new,
                      Collectors.toList()));
      if (tests.isEmpty()) {
        continue;
      }
      out.append(words(part)).append(", by perftest on ").append(platform).append(":\n");
      Columns table = new Columns();
      table.row(
          "test", "scope", "rows", "median", "p90", "worst", "within 10 %", "within 25 %", "bias");
      tests.forEach((test, rows) -> {
        int tab = test.indexOf('\t');
        line(table, test.substring(0, tab), test.substring(tab + 1), rows);
      });
      line(
          table,
          "all",
          "",
          tests.values().stream().flatMap(List::stream).collect(Collectors.toList()));
      out.append(table).append('\n');
    }
    return out.toString();
  }

  /** Every prediction as JSON. */
  public static String json(String platform, List<Loops.Prediction> predictions) {
    return Document.text(
        Schema.ACCURACY_LOOPS, ImmutableList.of(new Whole(platform, rows(predictions))));
  }

  /** The same as a table. */
  public static Table table(List<Loops.Prediction> predictions) {
    return Table.of("predictions", MethodHandles.lookup(), Row.class, rows(predictions));
  }

  private static List<Row> rows(List<Loops.Prediction> predictions) {
    return predictions.stream().map(Row::of).toList();
  }

  private record Whole(String platform, List<Row> rows) {}

  /** A line of a loop's results beside what perftest prints; the error is relative. */
  private record Row(
      String id,
      String test,
      String type,
      String scope,
      int pes,
      int blocks,
      int threads,
      long bytes,
      long iterations,
      double measured,
      double predicted,
      String unit,
      double error,
      Split.Part part) {
    static Row of(Loops.Prediction p) {
      return new Row(
          p.row().id(),
          p.row().test(),
          p.row().type(),
          p.row().scope(),
          p.row().pes(),
          p.row().blocks(),
          p.row().threads(),
          p.row().bytes(),
          p.row().iterations(),
          p.row().value(),
          p.predicted(),
          p.row().unit(),
          p.error(),
          p.part());
    }
  }

  static String words(Split.Part part) {
    return switch (part) {
      case FITTED -> "rows that numbers may rest on";
      case HELD_OUT -> "rows of the same machine that were held out";
      case OTHER_MACHINE -> "rows of another machine";
    };
  }

  private static void line(
      Columns table, String test, String scope, List<Loops.Prediction> predictions) {
    double[] errors = predictions.stream().mapToDouble(Loops.Prediction::error).toArray();
    double[] sizes = Arrays.stream(errors).map(Math::abs).toArray();
    table.row(
        test,
        scope,
        "" + errors.length,
        percent(Quantiles.median().compute(sizes)),
        percent(Quantiles.percentiles().index(90).compute(sizes)),
        percent(Arrays.stream(sizes).max().orElse(Double.NaN)),
        share(sizes, 0.10),
        share(sizes, 0.25),
        String.format(Locale.ROOT, "%+.1f %%", 100 * Quantiles.median().compute(errors)));
  }

  private static String share(double[] sizes, double limit) {
    long within = Arrays.stream(sizes).filter(size -> size <= limit).count();
    return Math.round(100.0 * within / sizes.length) + " %";
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
