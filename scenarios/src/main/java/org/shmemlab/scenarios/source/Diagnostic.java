package org.shmemlab.scenarios.source;

import org.shmemlab.model.program.SourceLine;

/**
 * One finding about a source, in the style of compilers.
 *
 * @param severity whether the program can still run
 * @param line where
 * @param message what is wrong and, where it is not obvious, what to do; one line
 */
public record Diagnostic(Severity severity, SourceLine line, String message) {

  /** How bad a finding is. */
  public enum Severity {
    /** There is no program. */
    ERROR,
    /** The program runs; the text is suspicious. */
    WARNING
  }

  /** {@code file:line: error: message}. */
  @Override
  public String toString() {
    String kind = severity == Severity.ERROR ? "error" : "warning";
    return line.line() == 0
        ? line.file() + ": " + kind + ": " + message
        : line + ": " + kind + ": " + message;
  }
}
