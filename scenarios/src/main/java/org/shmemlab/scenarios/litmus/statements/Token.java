package org.shmemlab.scenarios.litmus.statements;

/**
 * A word of a litmus file.
 *
 * @param text as written
 * @param line 1-based
 * @param from offset of its first character
 */
public record Token(Kind kind, String text, int line, int from) {
  /** The kinds of words. */
  public enum Kind {
    NAME,
    NUMBER,
    STRING,
    SYMBOL,
    END
  }

  /** Offset after its last character. */
  public int to() {
    return from + text.length();
  }

  public boolean is(String wanted) {
    return kind != Kind.STRING && text.equals(wanted);
  }

  /** As messages quote it. */
  @Override
  public String toString() {
    return kind == Kind.END ? "the end of the file" : "'" + text + "'";
  }
}
