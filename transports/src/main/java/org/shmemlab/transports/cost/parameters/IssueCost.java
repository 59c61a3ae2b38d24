package org.shmemlab.transports.cost.parameters;

/**
 * How long one call keeps the thread that makes it: cycles of its SM and a time that no clock
 * changes, T = C/f + B (docs/reference/network.md, section 4.2, "SM clock law").
 *
 * @param cycles C, clock cycles of the SM
 * @param fixedPs B, picoseconds
 */
public record IssueCost(double cycles, long fixedPs) {
  public IssueCost {
    if (!(cycles >= 0) || fixedPs < 0) {
      throw new IllegalArgumentException(
          "an issue cost is not negative: " + cycles + ", " + fixedPs);
    }
  }

  /** The cost at an SM clock in hertz, picoseconds. */
  public long at(double smHz) {
    return Math.round(cycles * 1e12 / smHz) + fixedPs;
  }
}
