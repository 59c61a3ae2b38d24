package org.shmemlab.scenarios.source;

import java.util.regex.Pattern;
import org.shmemlab.model.program.SourceLine;

/**
 * One finding about a source, in the style of compilers.
 *
 * @param severity whether the program can still run
 * @param line where
 * @param message the error and, where it is not obvious, its remedy; made one line of sensible
 *     length, whatever source text it quotes
 */
public record Diagnostic(Severity severity, SourceLine line, String message) {
  /** The beginning of a message about a construct that is right and has no meaning here yet. */
  public static final String GAP = "not supported yet: ";

  private static final int MOST_CHARACTERS = 400;

  /** Characters that end a line or move a terminal's cursor, with the space around them. */
  private static final Pattern BREAK =
      Pattern.compile("\\s*[\\p{Cntrl}\\u0085\\u2028\\u2029]+\\s*");

  /** Joins the lines of the message. */
  public Diagnostic {
    String joined = BREAK.matcher(message).replaceAll(" ").strip();
    int start = MOST_CHARACTERS / 2;
    message =
        joined.length() <= MOST_CHARACTERS
            ? joined
            : joined.substring(0, start) + " ... " + joined.substring(joined.length() - start);
  }

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
