package org.shmemlab.model.table;

import com.google.common.base.Joiner;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.util.List;

/**
 * Splits a table into entries. {@code #} begins a comment, a line {@code table NAME} may come
 * first, the next line names the columns, and each line after it is an entry, whose columns are
 * separated by {@code |}.
 *
 * @param name the line that names the table; of column "" where there is none
 */
public record TableLines(Line name, ImmutableList<Line> entries) {
  private static final Splitter LINES = Splitter.on('\n');
  private static final Splitter COLUMNS = Splitter.on('|').trimResults();
  private static final String TABLE = "table ";

  /** The columns of one line, counted from 1. */
  public record Line(int number, ImmutableList<String> columns) {
    /** A column. */
    public String at(int column) {
      return columns.get(column);
    }
  }

  /**
   * The lines of a text.
   *
   * @param file its name, for messages
   */
  public static TableLines of(String file, String text, ImmutableList<String> header)
      throws BadTable {
    String columns = Joiner.on(" | ").join(header);
    Line name = new Line(0, ImmutableList.of(""));
    ImmutableList.Builder<Line> entries = ImmutableList.builder();
    boolean begun = false;
    int number = 0;
    for (String whole : LINES.split(text)) {
      number++;
      int comment = whole.indexOf('#');
      String content = (comment < 0 ? whole : whole.substring(0, comment)).strip();
      List<String> line = COLUMNS.splitToList(content);
      if (content.isEmpty()) {
        continue;
      }
      if (!begun && content.startsWith(TABLE)) {
        name = new Line(number, ImmutableList.of(content.substring(TABLE.length()).strip()));
      } else if (begun) {
        if (line.size() != header.size()) {
          throw new BadTable(
              file,
              number,
              "%d columns instead of %d; write: %s".formatted(line.size(), header.size(), columns));
        }
        entries.add(new Line(number, ImmutableList.copyOf(line)));
      } else if (line.equals(header)) {
        begun = true;
      } else {
        throw new BadTable(file, number, "a table of order begins with the line: " + columns);
      }
    }
    if (!begun) {
      throw new BadTable(file, number, "no table; begin it with the line: " + columns);
    }
    return new TableLines(name, entries.build());
  }
}
