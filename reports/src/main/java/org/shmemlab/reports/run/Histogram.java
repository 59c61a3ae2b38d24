package org.shmemlab.reports.run;

import com.google.common.base.Strings;
import com.google.common.collect.ImmutableList;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import org.shmemlab.reports.json.Document;
import org.shmemlab.reports.json.Schema;
import org.shmemlab.reports.table.Table;

/** Counts how often each outcome was seen, in the shape in which a check shows outcomes. */
public final class Histogram {
  private static final int COUNT_WIDTH = 8;

  private Histogram() {}

  private record Outcomes(int runs, ImmutableList<Outcome> outcomes) {}

  private record Outcome(String values, int count) {}

  /** Outcomes with their numbers, a line for each. */
  public static String text(Map<String, Integer> outcomes) {
    StringBuilder out = new StringBuilder("States " + outcomes.size() + "\n");
    outcomes.forEach((values, count) ->
        out.append(Strings.padEnd(String.valueOf(count), COUNT_WIDTH, ' '))
            .append(":>")
            .append(values)
            .append('\n'));
    return out.toString();
  }

  /**
   * The same as JSON.
   *
   * @param exitCode of the command
   */
  public static String json(Map<String, Integer> outcomes, int exitCode) {
    int runs = outcomes.values().stream().mapToInt(Integer::intValue).sum();
    return Document.text(
        Schema.RUN_OUTCOMES, exitCode, ImmutableList.of(new Outcomes(runs, each(outcomes))));
  }

  /** The same as a table. */
  public static Table table(Map<String, Integer> outcomes) {
    return Table.of("outcomes", MethodHandles.lookup(), Outcome.class, each(outcomes));
  }

  private static ImmutableList<Outcome> each(Map<String, Integer> outcomes) {
    return outcomes.entrySet().stream()
        .map(one -> new Outcome(one.getKey(), one.getValue()))
        .collect(ImmutableList.toImmutableList());
  }
}
