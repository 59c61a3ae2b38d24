package org.shmemlab.scenarios.runtime.libc;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Writes the digits of a non-negative finite {@code double} as C does (ISO C 17, 7.21.6.1). The
 * value is expanded exactly and rounded half to even, so every digit is right at any precision.
 */
final class FloatText {
  private static final int MANTISSA_DIGITS = 13; // of 4 bits, after the leading one
  private static final int MANTISSA_BITS = 52;
  private static final int BIAS = 1023;

  private FloatText() {}

  /** Conversion {@code f}: {@code precision} digits after the point. */
  static String fixed(double value, int precision, boolean alternate) {
    String digits =
        new BigDecimal(value).setScale(precision, RoundingMode.HALF_EVEN).toPlainString();
    return alternate && precision == 0 ? digits + "." : digits;
  }

  /** Conversion {@code e}: one digit before the point, at least two in the exponent. */
  static String scientific(double value, int precision, boolean alternate) {
    Rounded rounded = Rounded.of(value, precision + 1);
    return scientific(rounded, alternate);
  }

  /** Conversion {@code g}: the shorter of both, without trailing zeros unless alternate. */
  static String general(double value, int precision, boolean alternate) {
    int significant = Math.max(1, precision);
    Rounded rounded = Rounded.of(value, significant);
    boolean small = rounded.exponent >= -4 && rounded.exponent < significant;
    String text =
        small
            ? fixed(value, significant - 1 - rounded.exponent, alternate)
            : scientific(rounded, alternate);
    return alternate ? text : withoutTrailingZeros(text);
  }

  /**
   * Conversion {@code a} without its prefix {@code 0x}: the leading digit is 1, for subnormal
   * values and zero 0, and 2 where rounding carries into it, as in glibc.
   *
   * @param precision digits after the point, or -1 for as many as the value has
   */
  static String hexadecimal(double value, int precision, boolean alternate) {
    long bits = Double.doubleToRawLongBits(value);
    long field = bits >>> MANTISSA_BITS;
    long fraction = bits & ((1L << MANTISSA_BITS) - 1);
    long mantissa = field == 0 ? fraction : fraction | 1L << MANTISSA_BITS;
    long exponent = value == 0 ? 0 : Math.max(field, 1) - BIAS;
    if (precision >= 0 && precision < MANTISSA_DIGITS) {
      mantissa = roundAway(mantissa, 4 * (MANTISSA_DIGITS - precision));
    }
    String shortest = Long.toHexString(mantissa & ((1L << MANTISSA_BITS) - 1));
    String digits = "0".repeat(MANTISSA_DIGITS - shortest.length()) + shortest;
    if (precision < 0) {
      digits = digits.replaceFirst("0+$", "");
    } else if (precision <= MANTISSA_DIGITS) {
      digits = digits.substring(0, precision);
    } else {
      digits += "0".repeat(precision - MANTISSA_DIGITS);
    }
    String point = digits.isEmpty() && !alternate ? "" : ".";
    String sign = exponent < 0 ? "-" : "+";
    return (mantissa >>> MANTISSA_BITS) + point + digits + "p" + sign + Math.abs(exponent);
  }

  /** A value rounded to so many significant decimal digits. */
  private record Rounded(String digits, int exponent) {
    static Rounded of(double value, int significant) {
      if (value == 0) {
        return new Rounded("0".repeat(significant), 0);
      }
      BigDecimal decimal =
          new BigDecimal(value).round(new MathContext(significant, RoundingMode.HALF_EVEN));
      String digits = decimal.unscaledValue().toString();
      int exponent = digits.length() - 1 - decimal.scale();
      return new Rounded(digits + "0".repeat(significant - digits.length()), exponent);
    }
  }

  private static String scientific(Rounded rounded, boolean alternate) {
    String digits = rounded.digits;
    String point = digits.length() == 1 && !alternate ? "" : ".";
    int exponent = Math.abs(rounded.exponent);
    return digits.charAt(0)
        + point
        + digits.substring(1)
        + (rounded.exponent < 0 ? "e-" : "e+")
        + (exponent < 10 ? "0" : "")
        + exponent;
  }

  private static String withoutTrailingZeros(String text) {
    int end = text.indexOf('e') < 0 ? text.length() : text.indexOf('e');
    int last = end;
    if (text.indexOf('.') >= 0) {
      while (text.charAt(last - 1) == '0') {
        last--;
      }
      if (text.charAt(last - 1) == '.') {
        last--;
      }
    }
    return text.substring(0, last) + text.substring(end);
  }

  private static long roundAway(long mantissa, int bits) {
    long unit = 1L << bits;
    long rest = mantissa & (unit - 1);
    long kept = mantissa - rest;
    boolean up = rest > unit / 2 || (rest == unit / 2 && (kept & unit) != 0);
    return up ? kept + unit : kept;
  }
}
