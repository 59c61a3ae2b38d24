package org.shmemlab.reports.platform;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.shmemlab.reports.page.Page;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageProvenance;
import org.shmemlab.reports.page.PageTables;
import org.shmemlab.reports.page.Pages;
import org.shmemlab.transports.patterns.Spread;

/** Shows the results of a perftest, as a page. */
public final class PerftestPage {
  private PerftestPage() {}

  public static String html(PerftestReport report, PageProvenance origin) {
    String column = report.metric().column();
    List<Map<String, Object>> series = new ArrayList<>();
    if (report.runs() == 1) {
      series.add(line(report, column, Spread::p50));
    } else {
      series.add(line(report, "least", Spread::min));
      series.add(line(report, "median", Spread::p50));
      series.add(line(report, "99 %", Spread::p99));
      series.add(line(report, "greatest", Spread::max));
    }
    PageBlock chart =
        new PageBlock.Chart(
            "sizes-chart",
            column + " by size",
            "Lines over the size in bytes. The table has the numbers.",
            380,
            Plots.option("bytes", column, series));
    return Pages.html(
        new Page(
            report.test() + " on " + report.where(),
            report.pes()
                + " PEs, "
                + report.rows().size()
                + (report.rows().size() == 1 ? " size" : " sizes")
                + (report.runs() == 1 ? "." : ", " + report.runs() + " runs of each."),
            origin,
            ImmutableList.of(
                new PageBlock.Section(
                    "sizes",
                    "By size",
                    ImmutableList.of(
                        chart,
                        PageTables.of("rows", column, report.table(), report.rows().size())))),
            Pages.tree(report.json())));
  }

  private static Map<String, Object> line(
      PerftestReport report, String name, ToDoubleFunction<Spread> value) {
    return Plots.series(
        "line",
        name,
        report.rows().stream()
            .map(row -> List.of((double) row.bytes(), value.applyAsDouble(row.values())))
            .toList());
  }
}
