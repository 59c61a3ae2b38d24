package org.shmemlab.plan.sample;

import java.util.regex.Pattern;
import org.shmemlab.transports.platform.Dimension;
import org.shmemlab.transports.platform.Quantity;

/**
 * Between which values a number of a machine lies.
 *
 * @param low in the number's unit
 * @param high in the number's unit
 * @param basis why
 */
public record Interval(double low, double high, Basis basis) {
  /** The source of an interval. */
  public enum Basis {
    /** The platform's file gives a range, by other measurements or by a fit. */
    RANGE("range of the platform"),
    /** A measurement without a range: 10 % to either side are assumed. */
    ONCE("measured once, 10 % assumed"),
    /** No measurement: a factor of 1.5 to either side is assumed. */
    ESTIMATE("estimate, factor 1.5 assumed"),
    /** A data sheet, a setting, a count: it is what it is. */
    FIXED("by specification");

    private final String text;

    Basis(String text) {
      this.text = text;
    }

    /** In words. */
    public String text() {
      return text;
    }
  }

  private static final double ONCE_SHARE = 0.1;
  private static final double ESTIMATE_FACTOR = 1.5;

  private static final Pattern SPECIFIED =
      Pattern.compile(
          "(?i).*(data sheet|default of|reference architecture|\\.cpp|\\.h\\b|PCI Express"
              + "|set on the command line).*");

  /** That of a number. */
  public static Interval of(Quantity number) {
    double value = number.value();
    Quantity.Range range = number.range();
    if (range != null) {
      return new Interval(range.low(), range.high(), Basis.RANGE);
    }
    boolean whole = number.dimension() == Dimension.COUNT || number.dimension() == Dimension.SIZE;
    if (whole || value == 0) {
      return new Interval(value, value, Basis.FIXED);
    }
    if (number.isEstimate()) {
      return new Interval(value / ESTIMATE_FACTOR, value * ESTIMATE_FACTOR, Basis.ESTIMATE);
    }
    return SPECIFIED.matcher(number.source()).matches()
        ? new Interval(value, value, Basis.FIXED)
        : new Interval(value * (1 - ONCE_SHARE), value * (1 + ONCE_SHARE), Basis.ONCE);
  }

  /** Whether there is nothing to draw. */
  public boolean isPoint() {
    return low == high;
  }

  /**
   * A value of the interval: half of all between its low end and the stated value, half between
   * that and its high end, evenly in each half.
   *
   * @param u from 0 to 1
   */
  double at(double u, double stated) {
    return u < 0.5 ? low + (stated - low) * 2 * u : stated + (high - stated) * (2 * u - 1);
  }
}
