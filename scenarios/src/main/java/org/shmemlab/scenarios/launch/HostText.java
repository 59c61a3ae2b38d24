package org.shmemlab.scenarios.launch;

import org.shmemlab.model.program.SourceLine;

/**
 * Collects the lines of a host program. Each has the place in the launch file of what it was made
 * of: its number by {@code #line}, its column by spaces.
 */
final class HostText {
  private final StringBuilder text = new StringBuilder();

  /** Adds a line without a place of its own. */
  void line(SourceLine at, String code) {
    text.append("#line %d \"%s\"\n%s\n".formatted(at.line(), escaped(at.file()), code));
  }

  /** Adds a statement whose first character stands at a place. */
  void at(SourceLine at, String code) {
    line(at, " ".repeat(Math.max(0, at.column() - 1)) + code);
  }

  /** A text as a literal of C, without its quotes. */
  static String escaped(String words) {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < words.length(); i++) {
      char c = words.charAt(i);
      if (c == '\\' || c == '"') {
        all.append('\\').append(c);
      } else if (c < ' ' || c == '?') {
        all.append("\\%03o".formatted((int) c));
      } else {
        all.append(c);
      }
    }
    return all.toString();
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
