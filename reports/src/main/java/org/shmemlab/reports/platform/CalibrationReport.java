package org.shmemlab.reports.platform;

import com.google.common.collect.ImmutableList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.shmemlab.reports.json.Document;
import org.shmemlab.reports.json.Schema;
import org.shmemlab.reports.table.Table;
import org.shmemlab.transports.fit.Calibration;
import org.shmemlab.transports.fit.Fit;
import org.shmemlab.transports.fit.Fit.Prediction;

/** Reports how far laws that were fitted to one half of real runs are from the other half. */
public final class CalibrationReport {
  private CalibrationReport() {}

  /** A line for each group, the largest errors, and what is left out. */
  public static String text(Calibration calibration) {
    Columns table = new Columns();
    table.row("group", "fitted", "median", "worst", "held out", "median", "worst", "law");
    for (Fit fit : calibration.fits()) {
      line(table, fit.name(), fit.predictions(false), fit.predictions(true), parameters(fit));
    }
    line(table, "all", calibration.predictions(false), calibration.predictions(true), "");
    StringBuilder out = new StringBuilder().append(table).append('\n');
    Columns worst = new Columns();
    worst.row("largest errors", "measured", "predicted", "error", "what");
    calibration.predictions(true).stream()
        .sorted(Comparator.comparingDouble((Prediction p) -> -Math.abs(p.error())))
        .limit(MOST)
        .forEach(p ->
            worst.row(
                p.row().id(),
                number(p.published()),
                number(p.predicted()),
                String.format(Locale.ROOT, "%+.1f %%", 100 * p.error()),
                p.row().operation() + ", " + p.row().messageBytes().orElse(0) + " B"));
    out.append(worst).append('\n');
    out.append("left out: ").append(calibration.left().size()).append(" rows\n");
    Map<String, Long> reasons =
        calibration.left().stream()
            .collect(
                Collectors.groupingBy(
                    Calibration.Left::reason, TreeMap::new, Collectors.counting()));
    reasons.forEach(
        (reason, count) -> out.append("  ").append(count).append(": ").append(reason).append('\n'));
    return out.toString();
  }

  private static final int MOST = 12;

  /** The groups with their parameters, and the rows left out, as JSON. */
  public static String json(Calibration calibration) {
    return Document.text(
        Schema.CALIBRATE,
        ImmutableList.of(
            new Whole(
                calibration.runs(),
                calibration.fits().stream().map(CalibrationReport::group).toList(),
                calibration.left().stream()
                    .map(l -> new Left(l.row().results() + ":" + l.row().line(), l.reason()))
                    .toList())));
  }

  /** The parameters of all groups as a table. */
  public static Table table(Calibration calibration) {
    return AccuracyReport.fitsTable(calibration.fits());
  }

  private static GroupObject group(Fit fit) {
    List<Prediction> kept = fit.predictions(true);
    return new GroupObject(
        fit.name(),
        fit.law().formula(),
        fit.parameters(),
        fit.predictions(false).size(),
        kept.size(),
        Fit.median(kept),
        Fit.worst(kept));
  }

  private static void line(
      Columns table, String name, List<Prediction> seen, List<Prediction> kept, String law) {
    table.row(
        name,
        "" + seen.size(),
        percent(Fit.median(seen)),
        percent(Fit.worst(seen)),
        "" + kept.size(),
        percent(Fit.median(kept)),
        percent(Fit.worst(kept)),
        law);
  }

  private static String parameters(Fit fit) {
    return fit.parameters().stream()
        .map(p -> p.name() + " " + number(p.value()) + (p.unit().equals("-") ? "" : " " + p.unit()))
        .collect(Collectors.joining(", "));
  }

  private static String percent(double share) {
    return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }

  private record Whole(ImmutableList<String> runs, List<GroupObject> groups, List<Left> left) {}

  private record GroupObject(
      String name,
      String law,
      ImmutableList<Fit.Parameter> parameters,
      int fitted,
      int heldOut,
      double median,
      double worst) {}

  private record Left(String row, String reason) {}
}
