package org.shmemlab.reports.platform;

import com.google.common.collect.ImmutableList;
import com.google.common.math.Quantiles;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
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

  /** Every prediction as CSV. */
  public static String csv(List<Loops.Prediction> predictions) {
    StringBuilder out =
        new StringBuilder(
            "row,test,type,scope,pes,blocks,threads,bytes,iterations,measured,predicted,unit,error,part\n");
    for (Loops.Prediction p : predictions) {
      out.append(
          ImmutableList.of(
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
                  p.part())
              .stream()
              .map(String::valueOf)
              .collect(Collectors.joining(",")));
      out.append('\n');
    }
    return out.toString();
  }

  private static String words(Split.Part part) {
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
