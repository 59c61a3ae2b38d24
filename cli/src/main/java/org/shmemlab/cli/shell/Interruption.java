package org.shmemlab.cli.shell;

import java.io.PrintStream;

/**
 * Decides whether a program or a check is to stop: after Ctrl-C or another signal, or where its
 * output is no longer read. The process ends when the results up to then are written ({@link
 * LastWords}).
 */
public final class Interruption implements AutoCloseable {
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
  public static Interruption watch(PrintStream out) {
    Interruption watch = new Interruption(out);
    try {
      Runtime.getRuntime().addShutdownHook(watch.hook);
    } catch (IllegalStateException endsAlready) {
      watch.request();
    }
    return watch;
  }

  /** Whether a signal asked the run to stop. */
  public boolean requested() {
    return requested;
  }

  /** Whether no signal asked the run to stop, and its output is still read. */
  public boolean goesOn() {
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
