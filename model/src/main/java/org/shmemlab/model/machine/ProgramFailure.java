package org.shmemlab.model.machine;

import org.shmemlab.model.program.SourceLine;

/** A program did something wrong: what, where, and which agent. Ends the run. */
public final class ProgramFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final transient SourceLine line;
  private final int pe;
  private final String agent;
  private final String text;

  public ProgramFailure(SourceLine line, int pe, String agent, String text) {
    super(line + ": error: " + text, null, false, false); // a program's mistake needs no Java stack
    this.line = line;
    this.pe = pe;
    this.agent = agent;
    this.text = text;
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

  public String text() {
    return text;
  }
}
