package org.shmemlab.model.table;

/** Reports a mistake in a table: one line with the file, the line and the remedy. */
public final class BadTable extends Exception {
  private static final long serialVersionUID = 1;

  private final int line;
  private final String problem;

  /** A mistake in a line of a file. */
  public BadTable(String file, int line, String problem) {
    super(file + ":" + line + ": error: " + problem);
    this.line = line;
    this.problem = problem;
  }

  /** The line of the mistake, from 1. */
  public int line() {
    return line;
  }

  /** The mistake there, and its remedy. */
  public String problem() {
    return problem;
  }

  /** The message, which is never missing. */
  public String text() {
    return String.valueOf(getMessage());
  }
}
