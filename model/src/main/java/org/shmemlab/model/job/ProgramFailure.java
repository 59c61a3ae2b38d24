package org.shmemlab.model.job;

import org.shmemlab.model.program.SourceLine;

/** A program did something wrong: what, where, and which agent. Ends the run. */
public final class ProgramFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final transient SourceLine line;
  private final int pe;
  private final String agent;
  private final String text;
  private final boolean unknown;

  public ProgramFailure(SourceLine line, int pe, String agent, String text) {
    this(line, pe, agent, text, false);
  }

  public ProgramFailure(SourceLine line, int pe, String agent, String text, boolean unknown) {
    super(line + ": error: " + text, null, false, false); // a program's mistake needs no Java stack
    this.line = line;
    this.pe = pe;
    this.agent = agent;
    this.text = text;
    this.unknown = unknown;
  }

  /**
   * Whether the program came to something whose meaning is not known, which is no mistake of it.
   */
  public boolean isUnknown() {
    return unknown;
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
