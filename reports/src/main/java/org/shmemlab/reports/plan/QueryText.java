package org.shmemlab.reports.plan;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.shmemlab.plan.store.Store;

/** Writes the answer to a query as CSV (RFC 4180, but lines end as everywhere here). */
public final class QueryText {
  private QueryText() {}

  /** A line of names, then one for each row; nothing for a statement without rows. */
  public static String of(Store.Rows rows) {
    return rows.columns().isEmpty()
        ? ""
        : line(rows.columns())
            + rows.rows().stream().map(QueryText::line).collect(Collectors.joining());
  }

  private static String line(List<? extends @Nullable String> cells) {
    return cells.stream().map(QueryText::cell).collect(Collectors.joining(",")) + "\n";
  }

  private static String cell(@Nullable String text) {
    if (text == null) {
      return "";
    }
    return text.matches("(?s).*[\",\\n\\r].*") || text.isEmpty()
        ? "\"" + text.replace("\"", "\"\"") + "\""
        : text;
  }
}
