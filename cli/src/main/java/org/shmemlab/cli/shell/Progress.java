package org.shmemlab.cli.shell;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleFunction;

/**
 * Says how far a long run is: on a terminal by one line that disappears before anything else,
 * elsewhere by a line every ten seconds. Without a launcher, which knows which it is, it is silent.
 */
public final class Progress {
  private static final long BETWEEN_LINES = TimeUnit.SECONDS.toNanos(10);

  private static final long FIRST = TimeUnit.SECONDS.toNanos(2);
  private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(500);
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintStream terminal;
  private final boolean known;
  private final boolean onTerminal;
  private final long start;
  private long next;
  private boolean shown;

  public Progress(PrintStream terminal, long now) {
    this(terminal, now, Terminal.isKnown(), Terminal.showsErrors());
  }

  /**
   * The same for a stream of a known kind.
   *
   * @param known whether it is known to be a terminal or not; else nothing is shown
   */
  public Progress(PrintStream terminal, long now, boolean known, boolean onTerminal) {
    this.terminal = terminal;
    this.known = known;
    this.onTerminal = onTerminal;
    this.start = now;
    this.next = now + (onTerminal ? FIRST : BETWEEN_LINES);
  }

  /**
   * Shows the line if it is time.
   *
   * @param now in nanoseconds, from any origin
   * @param what what was done in so many seconds
   */
  public void update(long now, DoubleFunction<String> what) {
    if (!known || now - next < 0) {
      return;
    }
    next = now + (onTerminal ? INTERVAL : BETWEEN_LINES);
    double seconds = (now - start) / 1e9;
    String time = String.format(Locale.ROOT, "%.0f s, ", seconds);
    String line = "shmemlab: " + time + what.apply(seconds);
    terminal.print(onTerminal ? CLEAR_LINE + line : line + "\n");
    terminal.flush();
    shown = onTerminal;
  }

  /** Takes the line away. */
  public void clear() {
    if (shown) {
      terminal.print(CLEAR_LINE);
      terminal.flush();
      shown = false;
    }
  }
}
