package org.shmemlab.scenarios.litmus;

/** What is wrong with a litmus file, on the way to its diagnostic. */
@SuppressWarnings("serial") // never leaves the parser
final class Mistake extends RuntimeException {
  private final int line;

  Mistake(int line, String message) {
    super(message, null, false, false);
    this.line = line;
  }

  int line() {
    return line;
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
