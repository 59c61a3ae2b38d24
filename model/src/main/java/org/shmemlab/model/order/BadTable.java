package org.shmemlab.model.order;

/** A table with a mistake: one line that names the file and line, and says what to do. */
public final class BadTable extends Exception {
  private static final long serialVersionUID = 1;

  BadTable(String file, int line, String problem) {
    super(file + ":" + line + ": error: " + problem);
  }

  /** The message, which is never missing. */
  public String text() {
    return String.valueOf(getMessage());
  }
}
