package org.shmemlab.reports.platform;

import java.util.ArrayList;
import java.util.List;

/** Writes a table whose columns are as wide as their longest cell; the last one is not padded. */
final class Columns {
  private final List<List<String>> rows = new ArrayList<>();

  Columns row(String... cells) {
    rows.add(List.of(cells));
    return this;
  }

  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        String cell = row.get(i);
        line.append(cell).append(" ".repeat(width(i) - cell.length() + 2));
      }
      out.append(line.toString().stripTrailing()).append('\n');
    }
    return out.toString();
  }

  private int width(int column) {
    return rows.stream()
        .filter(row -> column < row.size())
        .mapToInt(row -> row.get(column).length())
        .max()
        .orElse(0);
  }
}
