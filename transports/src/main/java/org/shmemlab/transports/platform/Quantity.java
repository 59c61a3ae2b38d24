package org.shmemlab.transports.platform;

import static com.google.common.base.Preconditions.checkState;

import com.google.common.primitives.Doubles;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Holds a number of a platform: its value, its range, and its source.
 *
 * @param dimension what it measures
 * @param value in {@code unit}
 * @param unit one of {@link Dimension#units()}, empty for counts and ratios
 * @param range what other measurements or a fit's confidence interval allow, or null where one
 *     value is all that is known
 * @param source a document and a place in it, row ids of the published measurements (PD0518), or
 *     "estimate: " with the reason
 */
public record Quantity(
    Dimension dimension, double value, String unit, @Nullable Range range, String source) {

  /** An interval in the unit of its quantity. */
  public record Range(double low, double high) {}

  private static final Pattern CHANGE =
      Pattern.compile("(?<times>\\*)?(?<number>[-+.0-9]+(?:[eE][-+]?\\d+)?)\\s*(?<unit>\\S*)");

  /** The prefix of a source that is no measurement. */
  public static final String ESTIMATE = "estimate: ";

  /** The source of a number that was set on the command line. */
  public static final String COMMAND_LINE = "set on the command line";

  public Quantity {
    if (!dimension.units().containsKey(unit)) {
      throw new IllegalArgumentException("'" + unit + "' is not a unit of " + dimension);
    }
  }

  /**
   * The same number with another value and nothing known about its interval.
   *
   * @param text a number with one of the units that fit, with or without a space between: {@code
   *     1.2us}; or {@code *1.5}, a multiple of the present value
   * @param source the new source
   * @throws IllegalArgumentException saying what is wrong, if it is no such number
   */
  public Quantity changed(String text, String source) {
    Matcher parts = CHANGE.matcher(text.strip());
    Double number = parts.matches() ? Doubles.tryParse(parts.group("number")) : null;
    if (number == null || !Double.isFinite(number) || number < 0) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a number as '" + number(value) + unit + "' or '*1.5'");
    }
    boolean multiple = parts.group("times") != null;
    String other = multiple ? unit : parts.group("unit");
    if (!dimension.units().containsKey(other) || (multiple && !parts.group("unit").isEmpty())) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' has the unit '"
              + parts.group("unit")
              + "'; it is "
              + (dimension.units().containsKey("")
                  ? "a number without a unit"
                  : "one of " + String.join(", ", dimension.units().keySet())));
    }
    double changed = multiple ? value * number : number;
    if (changed == 0 && dimension != Dimension.TIME && dimension != Dimension.CYCLES) {
      throw new IllegalArgumentException("'" + text + "' is 0, which it cannot be");
    }
    if (dimension == Dimension.COUNT && changed != Math.rint(changed)) {
      throw new IllegalArgumentException("'" + text + "' is no whole number");
    }
    return new Quantity(dimension, changed, other, null, source);
  }

  /** The same number with another value in its unit. */
  public Quantity withValue(double other) {
    return new Quantity(dimension, other, unit, null, source);
  }

  /** Whether this is an estimate rather than something measured or specified. */
  public boolean isEstimate() {
    return source.startsWith(ESTIMATE);
  }

  /** The value in the base unit of its dimension. */
  public double base() {
    return inBase(value);
  }

  /** A value that is given in this quantity's unit, in the base unit. */
  public double inBase(double inUnit) {
    Double factor = dimension.units().get(unit);
    checkState(factor != null, "checked by the constructor");
    return inUnit * factor;
  }

  /** A time in picoseconds, rounded to whole ones. */
  public long picoseconds() {
    return Math.round(as(Dimension.TIME));
  }

  /** A time in microseconds. */
  public double microseconds() {
    return as(Dimension.TIME) / 1e6;
  }

  public double bytesPerSecond() {
    return as(Dimension.BANDWIDTH);
  }

  /** A rate in operations per second. */
  public double perSecond() {
    return as(Dimension.RATE);
  }

  public double cycles() {
    return as(Dimension.CYCLES);
  }

  public double hertz() {
    return as(Dimension.FREQUENCY);
  }

  public long bytes() {
    return Math.round(as(Dimension.SIZE));
  }

  public int count() {
    return Math.toIntExact(Math.round(as(Dimension.COUNT)));
  }

  public double ratio() {
    return as(Dimension.RATIO);
  }

  private double as(Dimension wanted) {
    checkState(dimension == wanted, "%s is not a %s", this, wanted);
    return base();
  }

  /** {@code 5.31 us (4.26..5.31)}. */
  @Override
  public String toString() {
    String text = number(value) + (unit.isEmpty() ? "" : " " + unit);
    return range == null ? text : text + " (" + number(range.low) + ".." + number(range.high) + ")";
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? String.format(Locale.ROOT, "%d", (long) value)
        : String.format(Locale.ROOT, "%.6g", value).replaceAll("0+$", "").replaceAll("\\.$", "");
  }
}
