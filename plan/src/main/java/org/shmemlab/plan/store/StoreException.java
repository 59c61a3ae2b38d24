package org.shmemlab.plan.store;

/** Results cannot be read or kept; the message is one line that says why. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StoreException(String message) {
    super(message);
  }

  StoreException(String what, Exception problem) {
    super(what + ": " + oneLine(String.valueOf(problem.getMessage())), problem);
  }

  // DuckDB's reason follows the last "Error: " that begins a line; below are the query and hints.
  private static String oneLine(String text) {
    int reason = text.lastIndexOf("\nError: ");
    String of = reason < 0 ? text : text.substring(reason + "\nError: ".length());
    return of.lines().findFirst().orElse(of).strip();
  }
}
