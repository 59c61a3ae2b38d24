package org.shmemlab.model.job;

import org.shmemlab.model.memory.FailureKind;
import org.shmemlab.model.memory.FailureReason;
import org.shmemlab.model.program.SourceLine;

/** Reports a mistake of a program: the mistake, the place, and the agent. Ends the run. */
public final class ProgramFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final transient SourceLine line;
  private final int pe;
  private final String agent;
  private final transient FailureReason reason;

  public ProgramFailure(SourceLine line, int pe, String agent, FailureReason reason) {
    super(null, null, false, false); // a program's mistake needs no Java stack
    this.line = line;
    this.pe = pe;
    this.agent = agent;
    this.reason = reason;
  }

  /** Whether the program is at something whose meaning is not known, which is no mistake of it. */
  public boolean isUnknown() {
    return reason.kind() == FailureKind.UNKNOWN;
  }

  public SourceLine line() {
    return line;
  }

  public int pe() {
    return pe;
  }

  /** "host", "thread 3 of block 0 of kernel k", "stream 1". */
  public String agent() {
    return agent;
  }

  /** The reason, with its kind. */
  public FailureReason reason() {
    return reason;
  }

  /** The reason, in one line. */
  public String text() {
    return reason.text();
  }

  @Override
  public String getMessage() {
    return line + ": error: " + text();
  }
}
