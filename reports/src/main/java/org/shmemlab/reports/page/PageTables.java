package org.shmemlab.reports.page;

import com.google.common.collect.ImmutableList;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shmemlab.reports.page.PageBlock.Table.Cell;
import org.shmemlab.reports.page.PageBlock.Table.Column;
import org.shmemlab.reports.table.Table;

/** Shows tables for other tools as tables of a page. */
public final class PageTables {
  private PageTables() {}

  /**
   * A table of a page with the first rows of another.
   *
   * @param most how many; where there are more, the caption says so
   */
  public static PageBlock of(String id, String caption, Table table, int most) {
    int shown = Math.min(most, table.rows());
    ImmutableList.Builder<ImmutableList<Cell>> rows = ImmutableList.builder();
    for (int row = 0; row < shown; row++) {
      ImmutableList.Builder<Cell> cells = ImmutableList.builder();
      for (Table.Column column : table.columns()) {
        cells.add(Cell.of(text(column.values().get(row))));
      }
      rows.add(cells.build());
    }
    String limit =
        shown < table.rows()
            ? "; the first " + shown + " of " + table.rows() + " rows, --export has all"
            : "";
    return new PageBlock.Table(
        id,
        caption + limit,
        table.columns().stream().map(PageTables::column).collect(ImmutableList.toImmutableList()),
        rows.build());
  }

  private static Column column(Table.Column column) {
    boolean number =
        switch (column.type()) {
          case INTEGER, NUMBER -> true;
          case TEXT, TRUTH -> false;
        };
    return new Column(column.name().replace('_', ' '), number);
  }

  private static String text(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case Double number -> String.format(Locale.ROOT, "%.4g", number);
      case Boolean truth -> truth ? "yes" : "no";
      default -> value.toString();
    };
  }
}
