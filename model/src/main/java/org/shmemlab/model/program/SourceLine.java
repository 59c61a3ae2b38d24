package org.shmemlab.model.program;

import java.util.Comparator;

/**
 * Where an instruction came from.
 *
 * @param file path as the user gave it
 * @param line 1-based; 0 where code has no line of its own
 * @param column 1-based, in bytes; 0 where only the line is known
 */
public record SourceLine(String file, int line, int column) implements Comparable<SourceLine> {
  private static final Comparator<SourceLine> BY_PLACE =
      Comparator.comparing(SourceLine::file)
          .thenComparingInt(SourceLine::line)
          .thenComparingInt(SourceLine::column);

  /** A line as a whole. */
  public SourceLine(String file, int line) {
    this(file, line, 0);
  }

  @Override
  public int compareTo(SourceLine other) {
    return BY_PLACE.compare(this, other);
  }

  /**
   * The line of a runtime library's code whose loads and stores are ordered by the way it is
   * written: they are invisible, and messages name the line of the call.
   */
  public static final SourceLine ORDERED_BY_ITSELF = new SourceLine("", 0);

  @Override
  public String toString() {
    return column == 0 ? file + ":" + line : file + ":" + line + ":" + column;
  }
}
