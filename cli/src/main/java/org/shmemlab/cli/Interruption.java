package org.shmemlab.cli;

import java.io.PrintStream;

/**
 * Whether a program or a check is to stop: after Ctrl-C or another signal, or where nobody reads
 * what it prints. The process ends when what is known then is written ({@link LastWords}).
 */
final class Interruption implements AutoCloseable {
  private final Thread hook = new Thread(this::request, "interruption");
  private final PrintStream out;
  private volatile boolean requested;

  private Interruption(PrintStream out) {
    this.out = out;
  }

  /**
   * Starts to watch, until closed.
   *
   * @param out standard output
   */
  static Interruption watch(PrintStream out) {
    Interruption watch = new Interruption(out);
    try {
      Runtime.getRuntime().addShutdownHook(watch.hook);
    } catch (IllegalStateException endsAlready) {
      watch.request();
    }
    return watch;
  }

  /** Whether somebody wants the run to stop. */
  boolean requested() {
    return requested;
  }

  /** Whether nobody wants the run to stop, and somebody still reads what it prints. */
  boolean goesOn() {
    return !requested && !out.checkError();
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException endsAlready) {
      // the hook has run
    }
  }

  private void request() {
    requested = true;
  }
}
