package org.shmemlab.cli;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** One line on a terminal that says how far a long run is; it disappears before anything else. */
final class Progress {
  private static final long FIRST = TimeUnit.SECONDS.toNanos(2);
  private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(500);
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintStream terminal;
  private final long start;
  private long next;
  private boolean shown;

  Progress(PrintStream terminal, long now) {
    this.terminal = terminal;
    this.start = now;
    this.next = now + FIRST;
  }

  /**
   * Shows the line if it is time.
   *
   * @param now in nanoseconds, from any origin
   */
  void update(long now, long instructions) {
    if (now - next < 0) {
      return;
    }
    next = now + INTERVAL;
    double seconds = (now - start) / 1e9;
    terminal.print(
        String.format(
            Locale.ROOT,
            "%sshmemlab: %.0f s, %,d million instructions, %.0f million/s",
            CLEAR_LINE,
            seconds,
            instructions / 1_000_000,
            instructions / seconds / 1e6));
    terminal.flush();
    shown = true;
  }

  /** Takes the line away. */
  void clear() {
    if (shown) {
      terminal.print(CLEAR_LINE);
      terminal.flush();
      shown = false;
    }
  }
}
