package org.shmemlab.reports.platform;

import com.google.common.collect.ImmutableMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Charts with a logarithmic axis each way, as ECharts takes them. */
final class Plots {
  private Plots() {}

  /** Points, or a line through them. */
  static Map<String, Object> series(String type, String name, List<List<Double>> points) {
    return ImmutableMap.of(
        "type", type, "name", name, "symbolSize", type.equals("line") ? 5 : 7, "data", points);
  }

  static Map<String, Object> option(String x, String y, List<Map<String, Object>> series) {
    Map<String, Object> option = new LinkedHashMap<>();
    option.put("tooltip", ImmutableMap.of("trigger", "item"));
    option.put("legend", ImmutableMap.of("top", 0, "type", "scroll"));
    option.put(
        "grid",
        ImmutableMap.of("left", 34, "right", 30, "top", 46, "bottom", 32, "containLabel", true));
    option.put("xAxis", axis(x, 28));
    option.put("yAxis", axis(y, 52));
    option.put("series", series);
    return option;
  }

  private static Map<String, Object> axis(String name, int gap) {
    return ImmutableMap.of("type", "log", "name", name, "nameLocation", "middle", "nameGap", gap);
  }
}
