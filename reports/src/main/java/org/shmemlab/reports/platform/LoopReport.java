package org.shmemlab.reports.platform;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ObjectArrays;
import com.google.common.math.Quantiles;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.shmemlab.reports.json.Document;
import org.shmemlab.reports.json.Schema;
import org.shmemlab.reports.table.Table;
import org.shmemlab.transports.accuracy.BenchmarkLoops;
import org.shmemlab.transports.accuracy.CalibrationSplit;

/**
 * Reports how far {@code perftest}, or benchmarks in simulated time, are from whole loops of the
 * benchmarks on real machines.
 */
public final class LoopReport {
  private LoopReport() {}

  /**
   * Two tables for each part of the rows, by family of tests and by test and scope: for those that
   * numbers rest on, those of the same machine that were held out, and those of other machines.
   *
   * @param by what the predictions are: {@code perftest on hgx-h200}
   */
  public static String text(
      String by, List<BenchmarkLoops.Prediction> predictions, CalibrationSplit split) {
    StringBuilder out = new StringBuilder();
    for (CalibrationSplit.Part part : CalibrationSplit.Part.values()) {
      List<BenchmarkLoops.Prediction> rows =
          predictions.stream().filter(p -> p.part() == part).toList();
      if (rows.isEmpty()) {
        continue;
      }
      out.append(words(part)).append(", by ").append(by).append(":\n");
      out.append(families(rows, split)).append('\n');
      out.append(tests(rows)).append('\n');
    }
    return out.toString();
  }

  private static Columns families(
      List<BenchmarkLoops.Prediction> predictions, CalibrationSplit split) {
    Map<String, List<BenchmarkLoops.Prediction>> families = new LinkedHashMap<>();
    split.families().forEach(family -> families.put(family, new ArrayList<>()));
    predictions.forEach(p ->
        families
            .computeIfAbsent(split.family(p.row()).orElse("others"), _ -> new ArrayList<>())
            .add(p));
    Columns table = new Columns();
    table.row(heads("tests"));
    families.forEach((family, rows) -> {
      if (!rows.isEmpty()) {
        table.row(line(rows, family));
      }
    });
    table.row(line(predictions, "all"));
    return table;
  }

  private static Columns tests(List<BenchmarkLoops.Prediction> predictions) {
    Map<String, List<BenchmarkLoops.Prediction>> tests =
        predictions.stream()
            .collect(
                Collectors.groupingBy(
                    p -> p.row().test() + "\t" + p.row().scope(),
                    TreeMap::new,
                    Collectors.toList()));
    Columns table = new Columns();
    table.row(heads("test", "scope"));
    tests.forEach((test, rows) -> table.row(line(rows, test.split("\t", -1))));
    return table;
  }

  private static String[] heads(String... first) {
    return ObjectArrays.concat(
        first,
        new String[] {
          "rows",
          "median",
          "p90",
          "worst",
          "within 10 %",
          "within 15 %",
          "within 25 %",
          "within 30 %",
          "bias"
        },
        String.class);
  }

  /** Every prediction as JSON. */
  public static String json(String platform, List<BenchmarkLoops.Prediction> predictions) {
    return Document.text(
        Schema.ACCURACY_LOOPS, ImmutableList.of(new Whole(platform, rows(predictions))));
  }

  /** The same as a table. */
  public static Table table(List<BenchmarkLoops.Prediction> predictions) {
    return Table.of("predictions", MethodHandles.lookup(), Row.class, rows(predictions));
  }

  private static List<Row> rows(List<BenchmarkLoops.Prediction> predictions) {
    return predictions.stream().map(Row::of).toList();
  }

  private record Whole(String platform, List<Row> rows) {}

  /** Compares a line of a loop's results with perftest's output; the error is relative. */
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
      CalibrationSplit.Part part) {
    static Row of(BenchmarkLoops.Prediction p) {
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

  static String words(CalibrationSplit.Part part) {
    return switch (part) {
      case FITTED -> "rows that numbers may rest on";
      case HELD_OUT -> "rows of the same machine that were held out";
      case OTHER_MACHINE -> "rows of another machine";
    };
  }

  private static String[] line(List<BenchmarkLoops.Prediction> predictions, String... first) {
    double[] errors = predictions.stream().mapToDouble(BenchmarkLoops.Prediction::error).toArray();
    double[] sizes = Arrays.stream(errors).map(Math::abs).toArray();
    return ObjectArrays.concat(
        first,
        new String[] {
          "" + errors.length,
          percent(Quantiles.median().compute(sizes)),
          percent(Quantiles.percentiles().index(90).compute(sizes)),
          percent(Arrays.stream(sizes).max().orElse(Double.NaN)),
          share(sizes, 0.10),
          share(sizes, 0.15),
          share(sizes, 0.25),
          share(sizes, 0.30),
          String.format(Locale.ROOT, "%+.1f %%", 100 * Quantiles.median().compute(errors))
        },
        String.class);
  }

  private static String share(double[] sizes, double limit) {
    long within = Arrays.stream(sizes).filter(size -> size <= limit).count();
    return Math.round(100.0 * within / sizes.length) + " %";
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
