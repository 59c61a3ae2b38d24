package org.shmemlab.reports.platform;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.shmemlab.transports.fit.Accuracy;
import org.shmemlab.transports.fit.Fit;
import org.shmemlab.transports.fit.Unpredicted;

/** What there is to say about fits to published measurements. */
public final class AccuracyReport {
  private AccuracyReport() {}

  /** The parameters of every fit with their intervals and rows. */
  public static String fits(Accuracy accuracy) {
    StringBuilder out = new StringBuilder();
    for (Fit fit : accuracy.fits()) {
      out.append(fit.name()).append(" (").append(fit.system());
      out.append(", ").append(fit.transport()).append(")\n");
      out.append("  ").append(fit.law().formula()).append('\n');
      Columns parameters = new Columns();
      for (Fit.Parameter p : fit.parameters()) {
        String interval = "95 %: " + number(p.low()) + ".." + number(p.high());
        parameters.row("  " + p.name(), number(p.value()) + " " + p.unit(), interval);
      }
      out.append(parameters);
      List<String> rows = fit.fittedRows();
      out.append("  ").append(rows.size()).append(" rows: ").append(String.join(" ", rows));
      out.append('\n').append("  ").append(errors(fit)).append("\n\n");
    }
    return out.toString();
  }

  /** The same as JSON. */
  public static String fitsJson(Accuracy accuracy) {
    return JsonLines.of(
        accuracy.fits().stream()
            .map(f ->
                new FitObject(
                    f.name(),
                    f.system(),
                    f.transport(),
                    f.law().formula(),
                    f.parameters(),
                    f.fittedRows()))
            .toList());
  }

  /** Every prediction beside its measurement, a summary, and what is not predicted. */
  public static String text(Accuracy accuracy) {
    StringBuilder out = new StringBuilder();
    Columns rows = new Columns();
    rows.row("row", "published", "predicted", "error", "", "what");
    for (Row row : rows(accuracy)) {
      rows.row(
          row.id,
          number(row.published) + " " + row.unit,
          number(row.predicted),
          String.format(Locale.ROOT, "%+.1f %%", 100 * row.error),
          row.heldOut ? "held out" : "fitted",
          row.what + (row.bytes == null ? "" : ", " + row.bytes + " B") + ", " + row.system);
    }
    out.append(rows).append('\n').append(summary(accuracy)).append('\n');
    Map<String, List<String>> reasons =
        accuracy.unpredicted().stream()
            .collect(
                Collectors.groupingBy(
                    Unpredicted::reason,
                    TreeMap::new,
                    Collectors.mapping(u -> u.row().id(), Collectors.toList())));
    out.append("not predicted: ").append(accuracy.unpredicted().size()).append(" rows\n");
    reasons.forEach((reason, ids) ->
        out.append("  ")
            .append(reason)
            .append(" (")
            .append(ids.size())
            .append("): ")
            .append(String.join(" ", ids))
            .append('\n'));
    return out.toString();
  }

  /** The predictions as JSON, with what is not predicted and why. */
  public static String json(Accuracy accuracy) {
    return JsonLines.of(
        new Whole(
            rows(accuracy),
            accuracy.unpredicted().stream().map(u -> new Left(u.row().id(), u.reason())).toList()));
  }

  /** The predictions as CSV. */
  public static String csv(Accuracy accuracy) {
    StringBuilder out =
        new StringBuilder(
            "row,system,transport,what,bytes,published,predicted,unit,error,held_out\n");
    for (Row r : rows(accuracy)) {
      String bytes = r.bytes == null ? "" : r.bytes.toString();
      out.append(r.id).append(',').append(quoted(r.system)).append(',');
      out.append(quoted(r.transport)).append(',').append(quoted(r.what)).append(',');
      out.append(bytes).append(',').append(r.published).append(',').append(r.predicted);
      out.append(',').append(r.unit).append(',').append(r.error).append(',');
      out.append(r.heldOut).append('\n');
    }
    return out.toString();
  }

  private static String summary(Accuracy accuracy) {
    Columns table = new Columns();
    table.row("system", "transport", "fitted", "median", "worst", "held out", "median", "worst");
    Map<String, List<Fit>> bySystem =
        accuracy.fits().stream()
            .collect(
                Collectors.groupingBy(
                    fit -> fit.system() + "\t" + fit.transport(),
                    TreeMap::new,
                    Collectors.toList()));
    bySystem.forEach((key, fits) -> {
      List<String> names = List.of(key.split("\t", -1));
      line(
          table,
          names.get(0),
          names.get(1),
          new Accuracy(ImmutableList.copyOf(fits), ImmutableList.of()));
    });
    line(table, "all", "", accuracy);
    return table.toString();
  }

  private static void line(Columns table, String system, String transport, Accuracy part) {
    List<Fit.Prediction> seen = part.predictions(false);
    List<Fit.Prediction> kept = part.predictions(true);
    table.row(
        system,
        transport,
        "" + seen.size(),
        percent(Fit.median(seen)),
        percent(Fit.worst(seen)),
        "" + kept.size(),
        percent(Fit.median(kept)),
        percent(Fit.worst(kept)));
  }

  private static String errors(Fit fit) {
    List<Fit.Prediction> seen = fit.predictions(false);
    List<Fit.Prediction> kept = fit.predictions(true);
    return "error of these: median "
        + percent(Fit.median(seen))
        + ", worst "
        + percent(Fit.worst(seen))
        + "; of "
        + kept.size()
        + " held out: median "
        + percent(Fit.median(kept))
        + ", worst "
        + percent(Fit.worst(kept));
  }

  private static String percent(double share) {
    return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\"", "\"\"") + "\"";
  }

  private static List<Row> rows(Accuracy accuracy) {
    return accuracy.fits().stream()
        .flatMap(fit -> fit.predictions().stream().map(p -> Row.of(fit, p)))
        .toList();
  }

  private record FitObject(
      String name,
      String system,
      String transport,
      String law,
      ImmutableList<Fit.Parameter> parameters,
      ImmutableList<String> rows) {}

  private record Whole(List<Row> rows, List<Left> unpredicted) {}

  private record Left(String id, String reason) {}

  private record Row(
      String id,
      String system,
      String transport,
      String what,
      @Nullable Long bytes,
      double published,
      double predicted,
      String unit,
      double error,
      boolean heldOut) {
    static Row of(Fit fit, Fit.Prediction p) {
      return new Row(
          p.row().id(),
          fit.system(),
          p.row().transport(),
          p.row().operation(),
          p.row().messageBytes().isPresent() ? p.row().messageBytes().getAsLong() : null,
          p.published(),
          p.predicted(),
          fit.law().unit(),
          p.error(),
          p.heldOut());
    }
  }
}
