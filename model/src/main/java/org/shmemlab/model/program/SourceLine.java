package org.shmemlab.model.program;

import java.util.Comparator;

/**
 * Where an instruction came from.
 *
 * @param file path as the user gave it
 * @param line 1-based; 0 where code has no line of its own
 */
public record SourceLine(String file, int line) implements Comparable<SourceLine> {
  private static final Comparator<SourceLine> BY_FILE_AND_LINE =
      Comparator.comparing(SourceLine::file).thenComparingInt(SourceLine::line);

  @Override
  public int compareTo(SourceLine other) {
    return BY_FILE_AND_LINE.compare(this, other);
  }

  /**
   * Where code of a runtime library came from whose loads and stores are ordered by the way it is
   * written: they are steps of nobody's concern, and messages name the line of the call.
   */
  public static final SourceLine ORDERED_BY_ITSELF = new SourceLine("", 0);

  @Override
  public String toString() {
    return file + ":" + line;
  }
}
