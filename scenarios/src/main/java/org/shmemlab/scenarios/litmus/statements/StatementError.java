package org.shmemlab.scenarios.litmus.statements;

/** Reports an error in a litmus file, on the way to its diagnostic. */
@SuppressWarnings("serial") // never leaves the front-end
public final class StatementError extends RuntimeException {
  private final int line;

  public StatementError(int line, String message) {
    super(message, null, false, false);
    this.line = line;
  }

  /** Its line, 1-based. */
  public int line() {
    return line;
  }

  /** The message for the author. */
  public String text() {
    return String.valueOf(getMessage());
  }
}
