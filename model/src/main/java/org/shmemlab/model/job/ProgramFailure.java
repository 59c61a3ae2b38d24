package org.shmemlab.model.job;

import org.shmemlab.model.memory.FailureKind;
import org.shmemlab.model.memory.Mistake;
import org.shmemlab.model.program.SourceLine;

/** Reports that a program did something wrong: what, where, and which agent. Ends the run. */
public final class ProgramFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final transient SourceLine line;
  private final int pe;
  private final String agent;
  private final transient Mistake mistake;

  public ProgramFailure(SourceLine line, int pe, String agent, Mistake mistake) {
    super(null, null, false, false); // a program's mistake needs no Java stack
    this.line = line;
    this.pe = pe;
    this.agent = agent;
    this.mistake = mistake;
  }

  /** Whether the program is at something whose meaning is not known, which is no mistake of it. */
  public boolean isUnknown() {
    return mistake.kind() == FailureKind.UNKNOWN;
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

  /** The mistake, with its kind. */
  public Mistake mistake() {
    return mistake;
  }

  /** The mistake, in one line. */
  public String text() {
    return mistake.text();
  }

  @Override
  public String getMessage() {
    return line + ": error: " + text();
  }
}
