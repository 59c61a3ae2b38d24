package org.shmemlab.reports;

import com.google.common.base.Strings;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the answers of the specification and each transport about litmus tests, as a table in
 * text.
 */
public final class TransportTableText implements TransportTableView {
  /** The meaning of the marks. */
  static final ImmutableList<String> LEGEND =
      ImmutableList.of(
          "y: some execution ends as the test asks; n: none does; undefined: nothing is promised;",
          "deadlock: some execution does not end; -: not possible there; ?: not every order was"
              + " seen.",
          "A transport is NVSHMEM 3.4.5, or the version behind its @, with default settings.");

  private final PrintStream out;
  private final PrintStream err;
  private final Map<String, ImmutableMap<String, String>> rows = new LinkedHashMap<>();

  public TransportTableText(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public void rejected(String file, List<ReportedFinding> findings) {
    out.flush();
    findings.forEach(finding -> err.print(finding + "\n"));
    err.flush();
  }

  @Override
  public void row(String test, ImmutableMap<String, String> cells) {
    rows.put(test, cells);
  }

  @Override
  public void end() {
    if (!rows.isEmpty()) {
      table();
    }
    out.flush();
  }

  private void table() {
    int first = rows.keySet().stream().mapToInt(String::length).max().orElse(0);
    List<String> columns = new ArrayList<>(rows.values().iterator().next().keySet());
    StringBuilder head = new StringBuilder(Strings.padEnd("test", first, ' '));
    columns.forEach(column -> head.append("  ").append(Strings.padEnd(column, width(column), ' ')));
    say(head.toString().stripTrailing());
    rows.forEach((test, cells) -> {
      StringBuilder line = new StringBuilder(Strings.padEnd(test, first, ' '));
      for (String column : columns) {
        String cell = String.valueOf(cells.get(column));
        line.append("  ").append(Strings.padEnd(cell, width(column), ' '));
      }
      say(line.toString().stripTrailing());
    });
    say("");
    LEGEND.forEach(this::say);
  }

  private int width(String column) {
    return rows.values().stream()
        .mapToInt(cells -> String.valueOf(cells.get(column)).length())
        .reduce(column.length(), Math::max);
  }

  private void say(String line) {
    out.print(line + "\n");
  }
}
