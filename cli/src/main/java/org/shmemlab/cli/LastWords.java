package org.shmemlab.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a process that a signal ends say first what it knows: what was found so far, whole files.
 * Commands notice the signal by {@link Interruption}; this one waits for them.
 */
final class LastWords {
  private static final long MOST_MILLISECONDS = 1_800;

  private final CountDownLatch said = new CountDownLatch(1);

  private LastWords() {}

  /** Holds the end of the process up from now on, for two seconds at most. */
  static LastWords expected() {
    LastWords words = new LastWords();
    Runtime.getRuntime().addShutdownHook(new Thread(words::await, "last words"));
    return words;
  }

  /** All is said and written: the process may end. */
  void said() {
    said.countDown();
  }

  // Java itself would answer another code for each signal; the document says which it is.
  private void await() {
    if (said.getCount() == 0) {
      return; // the usual end
    }
    try {
      if (said.await(MOST_MILLISECONDS, TimeUnit.MILLISECONDS)) {
        Runtime.getRuntime().halt(ExitCodes.INTERRUPTED);
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
    // else Java ends it, and removes drafts of files that were being written
  }
}
