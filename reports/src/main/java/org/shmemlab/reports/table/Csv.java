package org.shmemlab.reports.table;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes a table as CSV: RFC 4180, with line feeds as line ends, names of columns in the first
 * line, and nothing between two commas for a value that is not there. The empty text is {@code ""}.
 */
public final class Csv {
  private Csv() {}

  public static String text(Table table) {
    StringBuilder out = new StringBuilder();
    out.append(
            table.columns().stream()
                .map(column -> cell(column.name()))
                .collect(Collectors.joining(",")))
        .append('\n');
    for (int row = 0; row < table.rows(); row++) {
      int at = row;
      out.append(
              table.columns().stream()
                  .map(column -> cell(column.values().get(at)))
                  .collect(Collectors.joining(",")))
          .append('\n');
    }
    return out.toString();
  }

  private static String cell(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    String text = value.toString();
    boolean plain =
        !(value instanceof String) || (!text.isEmpty() && text.chars().noneMatch(Csv::isSpecial));
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  private static boolean isSpecial(int character) {
    return character == '"' || character == ',' || character == '\n' || character == '\r';
  }
}
