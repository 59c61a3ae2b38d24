package org.shmemlab.transports.platform;

import com.google.common.collect.ImmutableMap;

/**
 * Lists the dimensions of quantities, with the units that a file may use and the value of each in
 * base units.
 */
public enum Dimension {
  /** Base unit: picosecond. */
  TIME(0, 1e14, "ps", 1, "ns", 1e3, "us", 1e6, "ms", 1e9, "s", 1e12),

  /** Base unit: byte per second. A Gbit/s is 125,000,000 of them, a GiB/s 1,073,741,824. */
  BANDWIDTH(1e6, 1e18, "MB/s", 1e6, "GB/s", 1e9, "TB/s", 1e12, "GiB/s", 0x1p30, "Gbit/s", 1.25e8),

  /** Messages or operations; base unit: one per second. */
  RATE(1e3, 1e15, "k/s", 1e3, "M/s", 1e6, "G/s", 1e9),

  /** Clock cycles of an SM. */
  CYCLES(0, 1e6, "cycles", 1),

  /** Base unit: hertz. */
  FREQUENCY(1e6, 1e12, "MHz", 1e6, "GHz", 1e9),

  /** Base unit: byte. */
  SIZE(1, 0x1p30, "B", 1, "KiB", 0x1p10, "MiB", 0x1p20, "GiB", 0x1p30, "GB", 1e9),

  /** A number of things: no unit, and whole. */
  COUNT(1, 0x1p20, "", 1),

  /** A factor or an exponent: no unit. */
  RATIO(1e-3, 1e3, "", 1);

  private final double least;
  private final double most;
  private final ImmutableMap<String, Double> units;

  Dimension(double least, double most, Object... unitsAndFactors) {
    ImmutableMap.Builder<String, Double> map = ImmutableMap.builder();
    for (int i = 0; i < unitsAndFactors.length; i += 2) {
      map.put((String) unitsAndFactors[i], ((Number) unitsAndFactors[i + 1]).doubleValue());
    }
    units = map.buildOrThrow();
    this.least = least;
    this.most = most;
  }

  /**
   * The least value in base units. The limits are far from any machine; between them, times of
   * programs stay within 64 bits of picoseconds, which are a hundred days.
   */
  public double least() {
    return least;
  }

  /** The greatest value in base units. */
  public double most() {
    return most;
  }

  /** The units by name, with what one of each is in the base unit. */
  public ImmutableMap<String, Double> units() {
    return units;
  }
}
