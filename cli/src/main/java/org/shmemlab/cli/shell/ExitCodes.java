package org.shmemlab.cli.shell;

/** Lists the exit codes of the command. */
public final class ExitCodes {
  public static final int OK = 0;

  /**
   * The program ended with a status that is not zero, or did something wrong; a check found
   * something.
   */
  public static final int PROGRAM_FAILED = 1;

  /** A mistake in the command line or in the source. */
  public static final int USAGE = 2;

  public static final int DEADLOCK = 3;

  /**
   * The budget was used up before every order was seen, or the program was at its end, and nothing
   * was found so far.
   */
  public static final int BUDGET = 4;

  /** Memory or stack was too small for what was asked ({@code EX_OSERR} of sysexits). */
  public static final int RESOURCES = 71;

  /** A file or standard output could not be written ({@code EX_IOERR} of sysexits). */
  public static final int UNWRITTEN = 74;

  /** A mistake of ours ({@code EX_SOFTWARE} of sysexits). */
  public static final int INTERNAL = 70;

  /** Stopped by Ctrl-C or another signal, as shells say the first: 128 + SIGINT. */
  public static final int INTERRUPTED = 130;

  private ExitCodes() {}

  /**
   * The exit code of a check of several files, or of several runs. A finding is certain, whatever
   * else went wrong, so it takes precedence over a rejected file; and that over files of which only
   * some executions were explored, because more effort would not help it.
   */
  public static int ofCheck(
      boolean interrupted, boolean found, boolean rejected, boolean unfinished) {
    if (interrupted) {
      return INTERRUPTED;
    }
    if (found) {
      return PROGRAM_FAILED;
    }
    if (rejected) {
      return USAGE;
    }
    return unfinished ? BUDGET : OK;
  }
}
