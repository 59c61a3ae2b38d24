package org.shmemlab.reports.run;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageBlock.Chart;
import org.shmemlab.transports.cost.stations.Load;
import org.shmemlab.transports.cost.stations.Stage;
import org.shmemlab.transports.simulate.Activity;
import org.shmemlab.transports.simulate.Latency;
import org.shmemlab.transports.simulate.MessageCost;
import org.shmemlab.transports.simulate.TimedResult;

/** Draws the charts of a run's page, as ECharts takes them. */
final class RunCharts {
  private static final int MOST_BARS = 48;
  private static final int BAR = 22;
  private static final int AXES = 110;
  private static final double PS_PER_US = 1e6;
  private static final double PS_PER_NS = 1e3;

  private RunCharts() {}

  /** The time of the agents of each PE, by activity. */
  static PageBlock spent(ImmutableList<TimedResult.OfPe> pes) {
    int shown = Math.min(pes.size(), MOST_BARS);
    List<Object> series = new ArrayList<>();
    for (Activity activity : Activity.values()) {
      List<Double> values =
          pes.subList(0, shown).stream()
              .map(pe -> pe.spent().getOrDefault(activity, 0L) / PS_PER_US)
              .toList();
      if (values.stream().anyMatch(value -> value > 0)) {
        series.add(
            ImmutableMap.of(
                "type",
                "bar",
                "stack",
                "all",
                "name",
                activity.text(),
                "tone",
                tone(activity),
                "data",
                values));
      }
    }
    List<String> names = new ArrayList<>();
    for (int pe = 0; pe < shown; pe++) {
      names.add("PE " + pe);
    }
    String limit = shown < pes.size() ? ", the first " + shown + " of " + pes.size() : "";
    return bars(
        "spent",
        "Time of the agents of each PE together" + limit,
        "A bar for each PE, in parts for each activity. The table has the numbers.",
        names,
        series,
        "us");
  }

  // As in the timeline.
  private static String tone(Activity activity) {
    return switch (activity) {
      case COMPUTE -> "--o2";
      case ISSUE -> "--o0";
      case TRANSFER -> "--o1";
      case ORDER -> "--o3";
      case WAIT -> "--o4";
      case COLLECTIVE -> "--o5";
      case DEVICE -> "--idle";
      case LAUNCH -> "--quiet";
    };
  }

  /** The share of the run's time that stations were busy, the busiest first. */
  static PageBlock stations(ImmutableList<Load> loads, long picoseconds) {
    List<Load> shown = loads.subList(0, Math.min(loads.size(), 16));
    List<Double> values =
        shown.stream().map(load -> 100.0 * load.busyPs() / Math.max(1, picoseconds)).toList();
    return bars(
        "stations-chart",
        shown.size() < loads.size()
            ? "The " + shown.size() + " busiest of " + loads.size() + " stations"
            : "How busy the stations were",
        "A bar for each station. The table has the numbers.",
        shown.stream().map(Load::station).toList(),
        List.of(ImmutableMap.of("type", "bar", "name", "busy", "data", values)),
        "% of the time");
  }

  private static Chart bars(
      String id, String title, String text, List<String> names, List<?> series, String unit) {
    Map<String, Object> option = new LinkedHashMap<>();
    option.put(
        "tooltip",
        ImmutableMap.of("trigger", "axis", "axisPointer", ImmutableMap.of("type", "shadow")));
    option.put("legend", ImmutableMap.of("top", 0, "type", "scroll", "show", series.size() > 1));
    option.put("grid", grid(40));
    option.put(
        "xAxis",
        ImmutableMap.of("type", "value", "name", unit, "nameLocation", "middle", "nameGap", 26));
    option.put("yAxis", ImmutableMap.of("type", "category", "inverse", true, "data", names));
    option.put("series", series);
    return new Chart(id, title, text, AXES + names.size() * BAR, option);
  }

  private static Map<String, Object> grid(int top) {
    return ImmutableMap.of("left", 12, "right", 24, "top", top, "bottom", 30, "containLabel", true);
  }

  /** One message as a waterfall: each stage begins where the one before ends. */
  static PageBlock waterfall(MessageCost cost, int number) {
    List<String> names = new ArrayList<>();
    List<Double> before = new ArrayList<>();
    List<Double> lengths = new ArrayList<>();
    long at = 0;
    for (Map.Entry<Stage, Long> stage : cost.stages().entrySet()) {
      names.add(stage.getKey().text());
      before.add(at / PS_PER_NS);
      lengths.add(stage.getValue() / PS_PER_NS);
      at += stage.getValue();
    }
    Map<String, Object> none =
        ImmutableMap.of(
            "type",
            "bar",
            "stack",
            "all",
            "silent",
            true,
            "itemStyle",
            ImmutableMap.of("color", "transparent"),
            "data",
            before,
            "tooltip",
            ImmutableMap.of("show", false));
    Map<String, Object> stages =
        ImmutableMap.of(
            "type",
            "bar",
            "stack",
            "all",
            "name",
            "ns",
            "label",
            ImmutableMap.of("show", true, "position", "right"),
            "data",
            lengths);
    Map<String, Object> option = new LinkedHashMap<>();
    option.put("tooltip", ImmutableMap.of("trigger", "item"));
    option.put(
        "grid",
        ImmutableMap.of("left", 12, "right", 70, "top", 10, "bottom", 30, "containLabel", true));
    option.put(
        "xAxis",
        ImmutableMap.of("type", "value", "name", "ns", "nameLocation", "middle", "nameGap", 26));
    option.put("yAxis", ImmutableMap.of("type", "category", "inverse", true, "data", names));
    option.put("series", List.of(none, stages));
    String text =
        cost.stages().entrySet().stream()
            .map(stage -> stage.getKey().text() + " " + RunWords.time(stage.getValue()))
            .collect(Collectors.joining(", then "));
    return new Chart(
        "waterfall-" + number,
        "One put of 8 bytes and a quiet " + cost.path() + ": " + RunWords.time(cost.totalPs()),
        text,
        AXES - 40 + names.size() * 28,
        option);
  }

  /** How many operations took how long, by kind and path. */
  static PageBlock latencies(ImmutableList<Latency> latencies) {
    List<Long> starts = Latency.starts(latencies);
    List<Object> series = new ArrayList<>();
    for (Latency latency : latencies) {
      Integer[] counts = new Integer[starts.size()];
      Arrays.fill(counts, 0);
      latency.bins().forEach(bin -> counts[starts.indexOf(bin.from())] = bin.operations());
      series.add(
          ImmutableMap.of(
              "type",
              "bar",
              "name",
              latency.kind().text() + ", " + latency.path(),
              "data",
              List.of(counts)));
    }
    Map<String, Object> option = new LinkedHashMap<>();
    option.put("tooltip", ImmutableMap.of("trigger", "axis"));
    option.put("legend", ImmutableMap.of("top", 0, "type", "scroll"));
    option.put("grid", grid(56)); // the name of the upright axis stands below the legend
    option.put(
        "xAxis",
        ImmutableMap.of(
            "type",
            "category",
            "name",
            "from this time on",
            "nameLocation",
            "middle",
            "nameGap",
            28,
            "data",
            starts.stream().map(RunWords::time).toList()));
    option.put("yAxis", ImmutableMap.of("type", "value", "name", "operations", "minInterval", 1));
    option.put("series", series);
    return new Chart(
        "latencies-chart",
        "Operations by the time from call to completion",
        "A histogram for each kind of operation. The table has its percentiles.",
        320,
        option);
  }
}
