package org.shmemlab.plan.trace;

import org.shmemlab.model.program.SourceLine;

/** A trace that cannot be replayed: one line, {@code file:line: error: what, and what to do}. */
public final class TraceException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  TraceException(SourceLine at, String problem) {
    super((at.line() == 0 ? at.file() : at.toString()) + ": error: " + problem);
  }
}
