package org.shmemlab.cli;

/** What the command answers to its caller. */
final class ExitCodes {
  static final int OK = 0;

  /**
   * The program ended with a status that is not zero, did something wrong, or was limited; a check
   * found something.
   */
  static final int PROGRAM_FAILED = 1;

  /** A mistake in the command line or in the source. */
  static final int USAGE = 2;

  static final int DEADLOCK = 3;

  /** The budget was used up before every order was seen, and nothing was found so far. */
  static final int BUDGET = 4;

  /** A mistake of ours ({@code EX_SOFTWARE} of sysexits). */
  static final int INTERNAL = 70;

  /** Stopped from the keyboard, as shells say it: 128 + SIGINT. */
  static final int INTERRUPTED = 130;

  private ExitCodes() {}
}
