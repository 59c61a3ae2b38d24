package org.shmemlab.model.arithmetic;

import org.shmemlab.model.program.FloatFormat;
import org.shmemlab.model.program.Rounding;

/**
 * Converts numbers of one floating format to another, rounded once (IEEE 754-2019, sections 4.3,
 * 5.4.2 and 7.4; PTX ISA, "cvt").
 */
public final class FloatRounding {
  private FloatRounding() {}

  /**
   * The code of the number in another format.
   *
   * @param finite whether a number beyond the largest becomes the largest, and not an infinity
   * @param bits its code; bits above it are ignored
   */
  public static long round(
      FloatFormat from, FloatFormat to, Rounding rounding, boolean finite, long bits) {
    long size = bits & from.magnitude();
    if (from.isNotANumber(size)) {
      return notANumber(from, to, bits);
    }
    boolean negative = to.sign() != 0 && (bits & from.sign()) != 0;
    long sign = negative ? to.sign() : 0;
    if (from.hasInfinity() && size == from.infinity()) {
      return sign | beyond(to, finite);
    }
    long significand = significand(from, size);
    return significand == 0
        ? sign
        : code(to, rounding, finite, negative, significand, scale(from, size));
  }

  /** The code of a number other than zero: its digits as an integer, times a power of two. */
  static long code(
      FloatFormat to,
      Rounding rounding,
      boolean finite,
      boolean negative,
      long significand,
      int scale) {
    long sign = negative ? to.sign() : 0;
    int exponent = 63 - Long.numberOfLeadingZeros(significand) + scale;
    if (to == FloatFormat.UE8M0 && exponent < to.leastExponent()) {
      boolean isMore = significand << 1 << Long.numberOfLeadingZeros(significand) != 0;
      return exponent == to.leastExponent() - 1 && isMore && rounding == Rounding.UP ? 1 : 0;
    }
    int cut = Math.max(exponent, to.leastExponent());
    long kept = kept(significand, cut - to.fractionBits() - scale, rounding, negative);
    long steps = (long) cut - to.leastExponent();
    long code = kept + (steps << to.fractionBits());
    boolean fits = steps < to.magnitude() >> to.fractionBits();
    if (fits && Long.compareUnsigned(code, to.largest()) <= 0) {
      return sign | code;
    }
    boolean inward =
        rounding == Rounding.ZERO || rounding == (negative ? Rounding.UP : Rounding.DOWN);
    return sign | (inward ? to.largest() : beyond(to, finite));
  }

  /**
   * Between {@code float} and {@code double}, one that is not a number keeps its sign and the first
   * of its digits, as the cast of an x86-64 and of an H100 does.
   */
  private static long notANumber(FloatFormat from, FloatFormat to, long bits) {
    if (from != FloatFormat.F64 || to != FloatFormat.F32) {
      return to.notANumber();
    }
    int digits = from.fractionBits() - to.fractionBits();
    long sign = bits < 0 ? to.sign() : 0;
    long quiet = 1L << (to.fractionBits() - 1);
    return sign | to.infinity() | quiet | ((bits & from.magnitude() - from.infinity()) >> digits);
  }

  private static long beyond(FloatFormat to, boolean finite) {
    return finite ? to.largest() : to.hasInfinity() ? to.infinity() : to.notANumber();
  }

  /** The digits of a finite number as an integer. */
  static long significand(FloatFormat format, long size) {
    long fraction = size & ((1L << format.fractionBits()) - 1);
    boolean leads = size >> format.fractionBits() != 0 || format == FloatFormat.UE8M0;
    return leads ? fraction | 1L << format.fractionBits() : fraction;
  }

  /** The power of two of the last of these digits. */
  static int scale(FloatFormat format, long size) {
    int exponent = (int) (size >> format.fractionBits());
    int above = format == FloatFormat.UE8M0 ? exponent - 1 : Math.max(0, exponent - 1);
    return format.leastExponent() + above - format.fractionBits();
  }

  /** The significand without its last digits, rounded. */
  private static long kept(long significand, int digits, Rounding rounding, boolean negative) {
    if (digits <= 0) {
      return significand << -digits;
    }
    boolean all = digits > 63;
    long kept = all ? 0 : significand >>> digits;
    long rest = all ? significand : significand & ((1L << digits) - 1);
    long half = all ? Long.MAX_VALUE : 1L << (digits - 1);
    boolean up =
        switch (rounding) {
          case NEAREST_EVEN -> rest > half || (rest == half && (kept & 1) != 0);
          case NEAREST_AWAY -> rest >= half;
          case ZERO -> false;
          case UP -> rest != 0 && !negative;
          case DOWN -> rest != 0 && negative;
        };
    return up ? kept + 1 : kept;
  }
}
