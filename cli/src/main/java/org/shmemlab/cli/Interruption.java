package org.shmemlab.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C while a program runs: the process waits with its end until what was printed so far is
 * written, a second at most.
 */
final class Interruption implements AutoCloseable {
  private final CountDownLatch written = new CountDownLatch(1);
  private final Thread hook = new Thread(this::stop, "interruption");
  private volatile boolean requested;

  private Interruption() {}

  /** Starts to watch, until closed. */
  static Interruption watch() {
    Interruption watch = new Interruption();
    Runtime.getRuntime().addShutdownHook(watch.hook);
    return watch;
  }

  /** Whether somebody wants the run to stop. */
  boolean requested() {
    return requested;
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
