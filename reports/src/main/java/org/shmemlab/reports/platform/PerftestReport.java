package org.shmemlab.reports;

import java.io.PrintStream;
import java.util.Locale;
import org.shmemlab.transports.patterns.Perftest;

/** The table that a perftest prints: sizes and what was measured. */
public final class PerftestText {
  private final PrintStream out;

  /**
   * Begins the table.
   *
   * @param where platform and transport
   */
  public PerftestText(PrintStream out, Perftest test, String where, int pes) {
    this.out = out;
    out.print("#" + test.key().replace('-', '_') + " on " + where + ", " + pes + " PEs\n");
    out.printf(Locale.ROOT, "%-14s %s\n", "size(B)", test.metric().column());
  }

  /** One size, and the value in the unit of the test's metric. */
  public void row(long bytes, double value) {
    out.printf(Locale.ROOT, "%-14d %.6f\n", bytes, value);
  }
}
