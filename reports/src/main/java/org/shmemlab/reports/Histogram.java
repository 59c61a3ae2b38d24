package org.shmemlab.reports;

import com.google.common.base.Strings;
import java.io.PrintStream;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** How often each outcome was seen, in the shape in which a check shows outcomes. */
public final class Histogram {
  private static final int COUNT_WIDTH = 8;
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private Histogram() {}

  private record Outcomes(int runs, Map<String, Integer> outcomes) {}

  /** Writes outcomes with their numbers, as text or as one JSON object. */
  public static void show(Map<String, Integer> outcomes, boolean json, PrintStream out) {
    if (json) {
      int runs = outcomes.values().stream().mapToInt(Integer::intValue).sum();
      out.print(MAPPER.writeValueAsString(new Outcomes(runs, outcomes)) + "\n");
    } else {
      out.print("States " + outcomes.size() + "\n");
      outcomes.forEach((values, count) ->
          out.print(
              Strings.padEnd(String.valueOf(count), COUNT_WIDTH, ' ') + ":>" + values + "\n"));
    }
    out.flush();
  }
}
