package org.shmemlab.reports.plan;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.shmemlab.plan.answer.Held;
import org.shmemlab.plan.answer.PointResult;
import org.shmemlab.plan.answer.Sensitivity;
import org.shmemlab.plan.answer.Series;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageBlock.Chart;

/** Draws the charts of a plan's page, as ECharts takes them. */
final class PlanCharts {
  /** Colours of series in the style sheet; more series than these are in the tables alone. */
  static final int MOST_SERIES = 6;

  private static final int MOST_BARS = 12;
  private static final double LEAST = 0.005;
  private static final int BAR = 24;
  private static final int AXES = 90;

  private PlanCharts() {}

  /** The time of a run by the number of PEs, with published measurements. */
  static PageBlock times(List<Series> series, List<Held.Open> published) {
    return growth(
        "times",
        "Time of a run, us; shaded from 5 to 95 % of the samples, measured: \u25c6",
        "us",
        "log",
        series,
        published,
        result -> result.percentile(5),
        PointResult::median,
        result -> result.percentile(95));
  }

  /** Results in a second by the number of PEs. */
  static PageBlock rates(List<Series> series, String results) {
    return growth(
        "rates",
        "Millions of " + results + " per second; shaded from 5 to 95 % of the samples",
        "M/s",
        "log",
        series,
        ImmutableList.of(),
        result -> result.rate(result.percentile(95)) / 1e6,
        result -> result.perSecond() / 1e6,
        result -> result.rate(result.percentile(5)) / 1e6);
  }

  private static PageBlock growth(
      String id,
      String title,
      String unit,
      String type,
      List<Series> all,
      List<Held.Open> published,
      ToDoubleFunction<PointResult> low,
      ToDoubleFunction<PointResult> middle,
      ToDoubleFunction<PointResult> high) {
    List<Integer> sizes =
        shown(all).stream()
            .flatMap(series -> series.results().stream())
            .map(result -> result.point().pes())
            .distinct()
            .sorted()
            .toList();
    List<Object> lines = new ArrayList<>();
    int number = 0;
    for (Series series : shown(all)) {
      String tone = "--o" + number;
      String band = "band " + number++;
      // An invisible line, and on top of it the width of the band.
      lines.add(
          line("low", tone, band, values(sizes, series, low), ImmutableMap.of("opacity", 0), null));
      lines.add(
          line(
              "high",
              tone,
              band,
              values(
                  sizes, series, result -> high.applyAsDouble(result) - low.applyAsDouble(result)),
              ImmutableMap.of("opacity", 0),
              ImmutableMap.of("opacity", 0.18)));
      lines.add(
          line(
              series.title(),
              tone,
              "",
              values(sizes, series, middle),
              ImmutableMap.of("width", 2),
              null));
    }
    List<String> names = new ArrayList<>(shown(all).stream().map(Series::title).toList());
    measured(sizes, published)
        .forEach((name, dots) -> {
          names.add(name);
          lines.add(dots(name, dots));
        });
    Map<String, Object> option = new LinkedHashMap<>();
    option.put("tooltip", ImmutableMap.of("trigger", "item"));
    option.put("legend", ImmutableMap.of("top", 0, "type", "scroll", "data", names));
    option.put("grid", grid(44));
    Map<String, Object> category = axis("category", "PEs", 28, 0);
    category.put("data", sizes.stream().map(String::valueOf).toList());
    category.put("boundaryGap", false);
    option.put("xAxis", category);
    option.put("yAxis", axis(type, unit, 54, 2));
    option.put("series", lines);
    return new Chart(
        id,
        title,
        "Lines over the number of PEs, one for each machine and transport. The table of all points"
            + " has the numbers.",
        280,
        option);
  }

  // By machine and transport, those of sizes that the chart has: a category each.
  private static Map<String, List<Object>> measured(
      List<Integer> sizes, List<Held.Open> published) {
    Map<String, List<Object>> dots = new LinkedHashMap<>();
    for (Held.Open one : published) {
      if (sizes.contains(one.point().pes()) && one.measured().metric().equals("latency")) {
        dots.computeIfAbsent("measured: " + one.point().where(), _ -> new ArrayList<>())
            .add(
                ImmutableMap.of(
                    "name",
                    one.measured().id(),
                    "value",
                    List.of(String.valueOf(one.point().pes()), one.measured().microseconds())));
      }
    }
    return dots;
  }

  private static Object dots(String name, List<Object> dots) {
    return ImmutableMap.of(
        "type",
        "scatter",
        "name",
        name,
        "tone",
        "--text",
        "symbol",
        "diamond",
        "symbolSize",
        11,
        "z",
        5,
        "data",
        dots);
  }

  private static Object line(
      String name,
      String tone,
      String stack,
      List<@Nullable Double> values,
      Map<String, Object> lineStyle,
      @Nullable Map<String, Object> area) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("type", "line");
    line.put("name", name);
    line.put("tone", tone);
    line.put("lineStyle", lineStyle);
    line.put("symbolSize", stack.isEmpty() ? 7 : 0);
    if (!stack.isEmpty()) {
      line.put("stack", stack);
      line.put("silent", true);
      line.put("tooltip", ImmutableMap.of("show", false));
    }
    if (area != null) {
      line.put("areaStyle", area);
    }
    line.put("connectNulls", true);
    line.put("data", values);
    return line;
  }

  // One for each size; null for a size that the series does not have.
  private static List<@Nullable Double> values(
      List<Integer> sizes, Series series, ToDoubleFunction<PointResult> value) {
    List<@Nullable Double> values = new ArrayList<>();
    for (int size : sizes) {
      Double found = null;
      for (PointResult result : series.results()) {
        if (result.point().pes() == size) {
          found = value.applyAsDouble(result);
        }
      }
      values.add(found);
    }
    return values;
  }

  /** The price of results by the number of PEs. */
  static PageBlock prices(List<Series> series, String results) {
    return growth(
        "prices",
        "Price of a million " + results + "; shaded from 5 to 95 % of the samples",
        "price",
        "value",
        series,
        ImmutableList.of(),
        result -> orNothing(result.perMillion(result.percentile(5))),
        result -> orNothing(result.perMillion()),
        result -> orNothing(result.perMillion(result.percentile(95))));
  }

  private static double orNothing(@Nullable Double amount) {
    return amount == null ? Double.NaN : amount;
  }

  /** How the time follows single numbers. */
  static PageBlock bars(Sensitivity sensitivity, int number) {
    List<Sensitivity.Elasticity> shown =
        sensitivity.elasticities().stream()
            .filter(one -> Math.abs(one.value()) >= LEAST)
            .limit(MOST_BARS)
            .toList();
    Map<String, Object> option = new LinkedHashMap<>();
    option.put("tooltip", ImmutableMap.of("trigger", "axis"));
    option.put("legend", ImmutableMap.of("show", false));
    option.put("grid", grid(10));
    option.put("xAxis", axis("value", "% more time for 1 % more of the number", 28, 10));
    option.put(
        "yAxis",
        ImmutableMap.of(
            "type",
            "category",
            "inverse",
            true,
            "axisLabel",
            ImmutableMap.of("width", 190, "overflow", "break", "lineHeight", 12, "fontSize", 11),
            "data",
            shown.stream().map(Sensitivity.Elasticity::place).toList()));
    option.put(
        "series",
        ImmutableList.of(
            ImmutableMap.of(
                "type",
                "bar",
                "name",
                "elasticity",
                "tone",
                "--o0",
                "data",
                shown.stream().map(Sensitivity.Elasticity::value).toList())));
    return new Chart(
        "elasticities-" + number,
        sensitivity.point().title(),
        "A bar for each number of the machine, to the left where more of it is faster.",
        AXES + shown.size() * BAR,
        option);
  }

  private static List<Series> shown(List<Series> all) {
    return all.subList(0, Math.min(all.size(), MOST_SERIES));
  }

  private static Map<String, Object> axis(String type, String name, int gap, int base) {
    Map<String, Object> axis = new LinkedHashMap<>();
    axis.put("type", type);
    axis.put("name", name);
    axis.put("nameLocation", "middle");
    axis.put("nameGap", gap);
    if (type.equals("log")) {
      axis.put("logBase", base);
    }
    return axis;
  }

  private static Map<String, Object> grid(int top) {
    return ImmutableMap.of("left", 44, "right", 24, "top", top, "bottom", 34, "containLabel", true);
  }
}
