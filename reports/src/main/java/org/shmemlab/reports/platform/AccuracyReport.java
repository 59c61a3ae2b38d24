package org.shmemlab.reports.platform;

import com.google.common.collect.ImmutableList;
import com.google.common.math.Quantiles;
import java.lang.invoke.MethodHandles;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.shmemlab.reports.json.Document;
import org.shmemlab.reports.json.Schema;
import org.shmemlab.reports.table.Table;
import org.shmemlab.transports.accuracy.Accuracy;
import org.shmemlab.transports.accuracy.Unpredicted;
import org.shmemlab.transports.fit.Fit;

/** Reports fits to published measurements. */
public final class AccuracyReport {
  private AccuracyReport() {}

  /** The parameters of every fit with their intervals and rows. */
  public static String fits(List<Fit> fits) {
    StringBuilder out = new StringBuilder();
    for (Fit fit : fits) {
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
  public static String fitsJson(List<Fit> fits) {
    return Document.text(
        Schema.FIT,
        fits.stream()
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

  /** The parameters as a table. */
  public static Table fitsTable(List<Fit> fits) {
    return Table.of(
        "parameters",
        MethodHandles.lookup(),
        Fitted.class,
        fits.stream()
            .flatMap(fit ->
                fit.parameters().stream()
                    .map(p ->
                        new Fitted(fit.name(), p.name(), p.value(), p.unit(), p.low(), p.high())))
            .toList());
  }

  /**
   * Every prediction next to its measurement, a summary, and the measurements without prediction.
   */
  public static String text(Accuracy accuracy) {
    List<Prediction> laws = Prediction.laws(accuracy).toList();
    List<Prediction> simulated = Prediction.simulated(accuracy).toList();
    StringBuilder out = new StringBuilder();
    out.append("by laws that were fitted to measurements (shmemlab fit):\n");
    out.append(rows(laws, "fitted")).append("\nby simulation on platforms:\n");
    out.append(rows(simulated, "input")).append('\n');
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
    out.append('\n').append(summary(laws, "law", "fitted"));
    out.append('\n').append(summary(simulated, "simulated", "input"));
    return out.toString();
  }

  /** The predictions as JSON, with what is not predicted and why. */
  public static String json(Accuracy accuracy) {
    return Document.text(
        Schema.ACCURACY,
        ImmutableList.of(
            new Whole(
                Prediction.of(accuracy),
                accuracy.unpredicted().stream()
                    .map(u -> new Left(u.row().id(), u.reason()))
                    .toList())));
  }

  /** The predictions as a table. */
  public static Table table(Accuracy accuracy) {
    return Table.of(
        "predictions", MethodHandles.lookup(), Prediction.class, Prediction.of(accuracy));
  }

  private static Columns rows(List<Prediction> predictions, String seen) {
    Columns rows = new Columns();
    rows.row("row", "published", "predicted", "error", "", "what");
    for (Prediction p : predictions) {
      String what = p.what() + (p.bytes() == null ? "" : ", " + p.bytes() + " B");
      rows.row(
          p.id(),
          number(p.published()) + " " + p.unit(),
          number(p.predicted()),
          String.format(Locale.ROOT, "%+.1f %%", 100 * p.error()),
          p.heldOut() ? "held out" : seen,
          p.kind().equals("law")
              ? what + ", " + p.system()
              : p.by() + ": " + what + ", " + p.transport() + ", " + p.system());
    }
    return rows;
  }

  // Errors by system and transport: of the rows that numbers rest on, and of the others.
  private static Columns summary(List<Prediction> predictions, String kind, String seen) {
    Columns table = new Columns();
    table.row(
        kind + ": system", "transport", seen, "median", "worst", "held out", "median", "worst");
    predictions.stream()
        .collect(
            Collectors.groupingBy(
                p -> List.of(p.system(), p.transport()),
                () -> new TreeMap<>(Comparator.comparing(key -> String.join("\t", key))),
                Collectors.toList()))
        .forEach((key, part) -> line(table, key.get(0), key.get(1), part));
    line(table, "all", "", predictions);
    return table;
  }

  private static void line(
      Columns table, String system, String transport, List<Prediction> predictions) {
    List<Double> seen = errors(predictions, false);
    List<Double> kept = errors(predictions, true);
    table.row(
        system,
        transport,
        "" + seen.size(),
        percent(median(seen)),
        percent(worst(seen)),
        "" + kept.size(),
        percent(median(kept)),
        percent(worst(kept)));
  }

  private static List<Double> errors(List<Prediction> predictions, boolean heldOut) {
    return predictions.stream()
        .filter(p -> p.heldOut() == heldOut)
        .map(p -> Math.abs(p.error()))
        .toList();
  }

  private static double median(List<Double> errors) {
    return errors.isEmpty() ? Double.NaN : Quantiles.median().compute(errors);
  }

  private static double worst(List<Double> errors) {
    return errors.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
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

  private record FitObject(
      String name,
      String system,
      String transport,
      String law,
      ImmutableList<Fit.Parameter> parameters,
      ImmutableList<String> rows) {}

  private record Fitted(
      String fit, String parameter, double value, String unit, double low, double high) {}

  private record Whole(List<Prediction> rows, List<Left> unpredicted) {}

  private record Left(String id, String reason) {}
}
