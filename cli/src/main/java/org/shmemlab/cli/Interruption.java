package org.shmemlab.cli;

import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C while a program runs: the process waits with its end until what was printed so far is
 * written, a second at most.
 */
final class Interruption implements AutoCloseable {
  private final CountDownLatch written = new CountDownLatch(1);
  private final Thread hook = new Thread(this::stop, "interruption");
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
    Runtime.getRuntime().addShutdownHook(watch.hook);
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

  /** Everything is written: the process may end. */
  @Override
  public void close() {
    written.countDown();
    if (!requested) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException endsAlready) {
        // then the hook finds the latch open
      }
    }
  }

  private void stop() {
    requested = true;
    try {
      boolean _ = written.await(1, TimeUnit.SECONDS);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}
