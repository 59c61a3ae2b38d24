package org.shmemlab.reports.platform;

import com.google.common.collect.ImmutableList;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Locale;
import org.shmemlab.reports.json.Document;
import org.shmemlab.reports.json.Schema;
import org.shmemlab.reports.table.Table;
import org.shmemlab.transports.patterns.Perftest;
import org.shmemlab.transports.patterns.Spread;

/**
 * Reports the results of a perftest, as the table that NVSHMEM's prints or as JSON.
 *
 * @param test its name
 * @param where platform and transport
 * @param pes that took part
 * @param metric what was measured
 * @param runs with seeds from {@code seed} on; one prints its value, more the spread
 * @param jitter by which share each issue and each latency may have been longer
 * @param rows one for each size
 */
public record PerftestReport(
    String test,
    String where,
    int pes,
    Perftest.Metric metric,
    int runs,
    double jitter,
    long seed,
    ImmutableList<Row> rows) {

  private static final String MANY = "%-14s %-16s %-14s %-14s %s\n";

  /** The values of one size, in the unit of the metric. */
  public record Row(long bytes, Spread values) {}

  private record Whole(
      String test,
      String where,
      int pes,
      String measures,
      int runs,
      double jitter,
      long seed,
      List<?> rows) {}

  private record One(long bytes, double value) {}

  private record Many(long bytes, double min, double p50, double p99, double max) {}

  /** The table. */
  public String text() {
    StringBuilder out = new StringBuilder();
    out.append('#').append(test.replace('-', '_')).append(" on ").append(where);
    out.append(", ").append(pes).append(" PEs");
    if (runs > 1) {
      out.append(", ").append(runs).append(" runs from seed ").append(seed);
      out.append(", jitter ").append(jitter);
    }
    out.append('\n');
    String column = metric.column();
    out.append(
        runs == 1
            ? String.format(Locale.ROOT, "%-14s %s\n", "size(B)", column)
            : String.format(Locale.ROOT, MANY, "size(B)", "min " + column, "p50", "p99", "max"));
    for (Row row : rows) {
      Spread v = row.values;
      out.append(
          runs == 1
              ? String.format(Locale.ROOT, "%-14d %s\n", row.bytes, number(v.p50()))
              : String.format(
                  Locale.ROOT,
                  MANY,
                  row.bytes,
                  number(v.min()),
                  number(v.p50()),
                  number(v.p99()),
                  number(v.max())));
    }
    return out.toString();
  }

  /** The same as JSON. */
  public String json() {
    return Document.text(
        Schema.PERFTEST,
        ImmutableList.of(
            new Whole(
                test,
                where,
                pes,
                metric.column(),
                runs,
                jitter,
                seed,
                rows.stream()
                    .map(row -> runs == 1 ? new One(row.bytes, row.values.p50()) : many(row))
                    .toList())));
  }

  /** The same as a table. */
  public Table table() {
    return runs == 1
        ? Table.of(
            "sizes",
            MethodHandles.lookup(),
            One.class,
            rows.stream().map(row -> new One(row.bytes, row.values.p50())).toList())
        : Table.of(
            "sizes",
            MethodHandles.lookup(),
            Many.class,
            rows.stream().map(PerftestReport::many).toList());
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.6f", value);
  }

  private static Many many(Row row) {
    Spread v = row.values;
    return new Many(row.bytes, v.min(), v.p50(), v.p99(), v.max());
  }
}
