package org.shmemlab.plan.trace;

import org.shmemlab.model.program.SourceLine;

/**
 * Refuses a trace that cannot be replayed: one line, {@code file:line: error: what, and what to
 * do}.
 */
public final class TraceException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient SourceLine at;
  private final String text;

  TraceException(SourceLine at, String text) {
    super((at.line() == 0 ? at.file() : at.toString()) + ": error: " + text);
    this.at = at;
    this.text = text;
  }

  /** Where it is; line 0 where it is about the whole file. */
  public SourceLine at() {
    return at;
  }

  /** The mistake, and its remedy. */
  public String text() {
    return text;
  }
}
