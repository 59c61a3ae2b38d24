package org.shmemlab.reports.page;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.SpaceTime;

/**
 * Describes a part of a page. Names ({@code id}) are letters, digits and hyphens, and differ in a
 * page.
 */
public sealed interface PageBlock {
  /** How something is meant: a colour, and for a word of its own that colour's meaning. */
  enum Tone {
    PLAIN,
    GOOD,
    WARNING,
    BAD;

    /** Its class in the style sheet. */
    public String css() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /** A heading with what belongs below it. */
  record Section(String id, String title, ImmutableList<PageBlock> blocks) implements PageBlock {}

  /** The same below a smaller heading. */
  record Part(String id, String title, ImmutableList<PageBlock> blocks) implements PageBlock {}

  /** A paragraph. */
  record Paragraph(Tone tone, String text) implements PageBlock {
    /** A paragraph without a colour. */
    public Paragraph(String text) {
      this(Tone.PLAIN, text);
    }
  }

  /**
   * Text that was written as HTML: of a lesson, or links to other pages.
   *
   * @param html elements, all of them closed; nothing of a student's
   */
  record Prose(String html) implements PageBlock {}

  /** Names with their values. */
  record Facts(ImmutableMap<String, String> values) implements PageBlock {
    private static final int SIGN = 2;

    /** Whether the names are signs, which leave room for their values on a phone, too. */
    public boolean ofSigns() {
      return values.keySet().stream().allMatch(name -> name.length() <= SIGN);
    }
  }

  /**
   * A table, which can be sorted by each column and copied as CSV; one of many rows can be filtered
   * by a word.
   *
   * @param caption what it shows
   * @param choices groups of rows to show alone
   */
  record Table(
      String id,
      String caption,
      ImmutableList<Column> columns,
      ImmutableList<ImmutableList<Cell>> rows,
      ImmutableList<Choice> choices)
      implements PageBlock {
    private static final int MANY = 12;

    /** A table all of whose rows are of one kind. */
    public Table(
        String id,
        String caption,
        ImmutableList<Column> columns,
        ImmutableList<ImmutableList<Cell>> rows) {
      this(id, caption, columns, rows, ImmutableList.of());
    }

    /** Whether it has so many rows that one looks for some of them. */
    public boolean isLong() {
      return rows.size() > MANY;
    }

    /** The numbers of the choices that a row belongs to, each between blanks. */
    public String choices(int row) {
      StringBuilder numbers = new StringBuilder(" ");
      for (int i = 0; i < choices.size(); i++) {
        if (choices.get(i).rows().contains(row)) {
          numbers.append(i).append(' ');
        }
      }
      return numbers.toString();
    }

    /**
     * Some of the rows.
     *
     * @param rows their numbers, from 0
     */
    public record Choice(String title, ImmutableSet<Integer> rows) {}

    /** A column; numbers stand on the right. */
    public record Column(String title, boolean number) {}

    /**
     * A cell.
     *
     * @param text a line, and perhaps a smaller one below it
     * @param link the id of a block that it leads to; empty for none
     */
    public record Cell(String text, Tone tone, String link) {
      /** The first line. */
      public String above() {
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
      }

      /** The other line; empty for none. */
      public String below() {
        int end = text.indexOf('\n');
        return end < 0 ? "" : text.substring(end + 1);
      }

      /** A cell without a colour. */
      public static Cell of(String text) {
        return new Cell(text, Tone.PLAIN, "");
      }

      /** A cell with a colour. */
      public static Cell of(String text, Tone tone) {
        return new Cell(text, tone, "");
      }
    }
  }

  /**
   * A chart.
   *
   * @param text what it shows, for who cannot see it
   * @param height in pixels
   * @param option as ECharts takes it: records, maps, lists, texts and numbers
   */
  record Chart(String id, String title, String text, int height, Object option)
      implements PageBlock {}

  /**
   * Lines of a source, or of a change of one.
   *
   * @param title which file
   */
  record Listing(String title, ImmutableList<Line> lines) implements PageBlock {
    /**
     * A line.
     *
     * @param number 1-based; 0 for a line that the file does not have
     * @param mark how it differs from others: "" for not at all, else the class of the style sheet
     *     and what it means: "marked", "added", "removed"
     * @param from first marked character, from 0
     * @param to one past the last marked character; {@code from} where none is marked
     * @param note printed after the line; empty for nothing
     */
    public record Line(int number, String text, String mark, int from, int to, String note) {}
  }

  /** Two blocks next to each other where there is room. */
  record SideBySide(PageBlock left, PageBlock right) implements PageBlock {}

  /**
   * A space-time diagram with its stepper.
   *
   * @param source the program, whose lines it shows
   */
  record Diagram(String id, String title, SpaceTime picture, SourceFile source)
      implements PageBlock {}

  /**
   * Tracks over time, to zoom into and to search.
   *
   * @param text what it shows, for who cannot see it
   */
  record Timeline(String id, String title, String text, Tracks tracks) implements PageBlock {}

  /**
   * A drawing that stands still.
   *
   * @param text what it shows, for who cannot see it
   * @param svg its element, in the classes of the style sheet
   */
  record Picture(String id, String title, String text, String svg) implements PageBlock {}

  /** Blocks that are shown on demand. */
  record Folded(String id, String summary, boolean open, ImmutableList<PageBlock> blocks)
      implements PageBlock {}

  /**
   * A diagram that is shown on demand, and compressed in the file until then: for a page with
   * hundreds of them, which would be several times as large.
   */
  record Packed(String id, String summary, Diagram diagram) implements PageBlock {}
}
