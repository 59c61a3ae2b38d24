package org.shmemlab.cli;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleFunction;

/** One line on a terminal that says how far a long run is; it disappears before anything else. */
final class Progress {
  /** Whether the launcher found standard error to be a terminal. */
  private static final boolean ON_TERMINAL = Boolean.getBoolean("shmemlab.terminal");

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
   * @param what what was done in so many seconds
   */
  void update(long now, DoubleFunction<String> what) {
    if (!ON_TERMINAL || now - next < 0) {
      return;
    }
    next = now + INTERVAL;
    double seconds = (now - start) / 1e9;
    String time = String.format(Locale.ROOT, "%.0f s, ", seconds);
    terminal.print(CLEAR_LINE + "shmemlab: " + time + what.apply(seconds));
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
