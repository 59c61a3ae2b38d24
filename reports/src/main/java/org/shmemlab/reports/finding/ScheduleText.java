package org.shmemlab.reports.finding;

import com.google.common.base.Splitter;
import com.google.common.base.Strings;
import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.shmemlab.model.explore.WitnessStep;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Writes a schedule as a table: one line for each step or run of equal steps, one column for each
 * PE that takes part, and one for the network, where operations in flight progress.
 */
public final class ScheduleText {
  private static final int WIDTH = 38;
  private static final int MOST_EQUAL = 3;

  private final SourceFile source;
  private final List<String> sourceLines;

  public ScheduleText(SourceFile source) {
    this.source = source;
    this.sourceLines = Splitter.on('\n').splitToList(source.text());
  }

  /** The lines of the table, the headings first. */
  public ImmutableList<String> lines(List<WitnessStep> steps) {
    List<Integer> pes = pes(steps);
    ImmutableList.Builder<String> lines = ImmutableList.builder();
    StringBuilder heading = new StringBuilder();
    pes.forEach(pe -> heading.append(Strings.padEnd("PE " + pe, WIDTH, ' ')));
    lines.add(heading.append("network").toString());
    List<String> rows = steps.stream().map(step -> row(step, pes)).toList();
    int first = 0;
    for (int next = 1; next <= rows.size(); next++) {
      if (next == rows.size() || !rows.get(next).equals(rows.get(first))) {
        lines.addAll(shortened(rows.subList(first, next)));
        first = next;
      }
    }
    return lines.build();
  }

  private String row(WitnessStep step, List<Integer> pes) {
    int column = step.network() ? pes.size() : pes.indexOf(step.pe());
    return " ".repeat(WIDTH * column) + cell(step);
  }

  // A loop in one line of the source would fill the table with that line.
  private static List<String> shortened(List<String> equal) {
    return equal.size() <= MOST_EQUAL
        ? equal
        : List.of(equal.getFirst() + " (" + equal.size() + " times)");
  }

  private static ImmutableList<Integer> pes(List<WitnessStep> steps) {
    TreeSet<Integer> pes = new TreeSet<>();
    for (WitnessStep step : steps) {
      if (!step.network()) {
        pes.add(step.pe());
      }
    }
    return ImmutableList.copyOf(pes);
  }

  /** A step without its line: "host", "visible word 2 at PE 0". */
  public static String words(WitnessStep step) {
    return step.network()
        ? event(step) + " at PE " + step.pe()
        : (step.agent() + " " + step.what()).strip();
  }

  private static String event(WitnessStep step) {
    return step.what().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private String cell(WitnessStep step) {
    if (step.network()) {
      return event(step)
          + " (at PE "
          + step.pe()
          + ", line "
          + step.line().line()
          + " of "
          + step.agent()
          + ")";
    }
    int line = step.line().line();
    boolean here = step.line().file().equals(source.path()) && line > 0;
    String special = step.what().isEmpty() ? "" : "(" + step.what() + ") ";
    String text =
        here && line <= sourceLines.size()
            ? line + " " + special + sourceLines.get(line - 1).strip()
            : step.line() + " " + special.strip();
    text = text.strip();
    return text.length() < WIDTH ? text : text.substring(0, WIDTH - 2) + "…";
  }
}
