package org.shmemlab.reports.page;

import com.google.common.base.Strings;
import com.google.common.collect.ImmutableList;
import java.util.List;
import org.shmemlab.reports.page.PageBlock.Table;

/**
 * Renders the blocks of a report as text: a paragraph is a line, a table has aligned columns, and a
 * drawing is the sentence that stands for it.
 */
public final class BlockText {
  private static final String INDENT = "  ";

  private final StringBuilder text = new StringBuilder();

  private BlockText() {}

  /** The lines of all blocks, each with its end. */
  public static String of(List<PageBlock> blocks) {
    BlockText all = new BlockText();
    all.add(blocks, "");
    return all.text.toString();
  }

  private void add(List<PageBlock> blocks, String indent) {
    for (PageBlock block : blocks) {
      add(block, indent);
    }
  }

  private void add(PageBlock block, String indent) {
    switch (block) {
      case PageBlock.Section section -> titled(section.title(), section.blocks(), indent);
      case PageBlock.Part part -> titled(part.title(), part.blocks(), indent);
      case PageBlock.Folded folded -> titled(folded.summary(), folded.blocks(), indent);
      case PageBlock.Paragraph paragraph -> line(indent, paragraph.text());
      case PageBlock.Facts facts ->
          facts.values().forEach((name, value) -> line(indent, name + ": " + value));
      case Table table -> table(table, indent);
      case PageBlock.Listing listing -> listing(listing, indent);
      case PageBlock.SideBySide both -> {
        add(both.left(), indent);
        add(both.right(), indent);
      }
      case PageBlock.Chart chart -> line(indent, chart.text());
      case PageBlock.Timeline timeline -> line(indent, timeline.text());
      case PageBlock.Picture picture -> line(indent, picture.text());
      case PageBlock.Diagram diagram -> line(indent, diagram.title());
      case PageBlock.Packed packed -> line(indent, packed.summary());
      case PageBlock.Prose _ -> {} // it is written for pages alone
    }
  }

  private void titled(String title, List<PageBlock> blocks, String indent) {
    line(indent, title);
    add(blocks, indent + INDENT);
  }

  private void table(Table table, String indent) {
    row(table, indent, table.columns().stream().map(Table.Column::title).toList());
    table.rows().forEach(row -> row(table, indent, row.stream().map(Table.Cell::text).toList()));
    line(indent, "");
  }

  private void row(Table table, String indent, List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      int width = width(table, i);
      line.append(i == 0 ? "" : INDENT)
          .append(
              table.columns().get(i).number()
                  ? Strings.padStart(cells.get(i), width, ' ')
                  : Strings.padEnd(cells.get(i), width, ' '));
    }
    line(indent, line.toString());
  }

  private static int width(Table table, int column) {
    int width = table.columns().get(column).title().length();
    for (ImmutableList<Table.Cell> row : table.rows()) {
      width = Math.max(width, row.get(column).text().length());
    }
    return width;
  }

  private void listing(PageBlock.Listing listing, String indent) {
    line(indent, listing.title());
    for (PageBlock.Listing.Line one : listing.lines()) {
      String number = one.number() == 0 ? "" : String.valueOf(one.number());
      String note = one.note().isEmpty() ? "" : "  // " + one.note();
      line(indent, Strings.padStart(number, 6, ' ') + INDENT + one.text() + note);
    }
  }

  private void line(String indent, String line) {
    text.append((indent + line).stripTrailing()).append('\n');
  }
}
