package org.shmemlab.scenarios.frontend.ptxmodule;

/** Reports a mistake of a module at its place. */
final class PtxError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;
  private final String what;

  PtxError(int line, int column, String message) {
    super(message, null, false, false);
    this.line = line;
    this.column = column;
    this.what = message;
  }

  int line() {
    return line;
  }

  int column() {
    return column;
  }

  String what() {
    return what;
  }
}
