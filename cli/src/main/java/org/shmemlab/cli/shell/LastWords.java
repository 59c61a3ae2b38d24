package org.shmemlab.cli.shell;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a process that a signal ends say first what it knows: what was found so far, whole files.
 * Commands notice the signal by {@link Interruption}; this one waits for them.
 */
public final class LastWords {
  // A process that gets a share of a busy machine has used less processor time than has passed.
  private static final Duration MOST_OF_A_PROCESSOR = Duration.ofMillis(1_800);
  private static final Duration MOST = Duration.ofSeconds(10);
  private static final Duration BETWEEN = Duration.ofMillis(100);

  private final CountDownLatch said = new CountDownLatch(1);

  private LastWords() {}

  /**
   * Holds the end of the process up from now on, for 1.8 seconds of processor time at most, or ten
   * seconds of wall time.
   */
  public static LastWords expected() {
    LastWords words = new LastWords();
    Runtime.getRuntime().addShutdownHook(new Thread(words::await, "last words"));
    return words;
  }

  /** All is said and written: the process may end. */
  public void said() {
    said.countDown();
  }

  // Java itself would answer another code for each signal; the document says which it is.
  private void await() {
    if (said.getCount() == 0) {
      return; // the usual end
    }
    Duration before = processorTime();
    try {
      for (Duration waited = Duration.ZERO;
          waited.compareTo(MOST) < 0
              && processorTime().minus(before).compareTo(MOST_OF_A_PROCESSOR) < 0;
          waited = waited.plus(BETWEEN)) {
        if (said.await(BETWEEN.toMillis(), TimeUnit.MILLISECONDS)) {
          Runtime.getRuntime().halt(ExitCodes.INTERRUPTED);
        }
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
    // else Java ends it, and removes drafts of files that were being written
  }

  private static Duration processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }
}
