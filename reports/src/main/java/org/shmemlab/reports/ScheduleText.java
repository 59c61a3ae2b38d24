package org.shmemlab.reports;

import com.google.common.base.Splitter;
import com.google.common.base.Strings;
import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.shmemlab.model.explore.WitnessStep;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * A schedule as a table: one line for each step, one column for each PE that takes part, and one
 * for the network, where operations in flight progress.
 */
final class ScheduleText {
  private static final int WIDTH = 38;

  private final SourceFile source;
  private final List<String> sourceLines;

  ScheduleText(SourceFile source) {
    this.source = source;
    this.sourceLines = Splitter.on('\n').splitToList(source.text());
  }

  /** The lines of the table, the headings first. */
  ImmutableList<String> lines(List<WitnessStep> steps) {
    List<Integer> pes = pes(steps);
    ImmutableList.Builder<String> lines = ImmutableList.builder();
    StringBuilder heading = new StringBuilder();
    pes.forEach(pe -> heading.append(Strings.padEnd("PE " + pe, WIDTH, ' ')));
    lines.add(heading.append("network").toString());
    for (WitnessStep step : steps) {
      int column = step.network() ? pes.size() : pes.indexOf(step.pe());
      lines.add(" ".repeat(WIDTH * column) + cell(step));
    }
    return lines.build();
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
  static String words(WitnessStep step) {
    return step.network() ? event(step) + " at PE " + step.pe() : step.who();
  }

  private static String event(WitnessStep step) {
    return step.who().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private String cell(WitnessStep step) {
    if (step.network()) {
      return event(step) + " (at PE " + step.pe() + ", line " + step.line().line() + ")";
    }
    int line = step.line().line();
    boolean here = step.line().file().equals(source.path()) && line > 0;
    String text =
        here && line <= sourceLines.size()
            ? line + " " + sourceLines.get(line - 1).strip()
            : step.line().toString();
    return text.length() < WIDTH ? text : text.substring(0, WIDTH - 2) + "…";
  }
}
