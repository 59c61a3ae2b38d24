package org.shmemlab.model.arithmetic;

import java.math.BigInteger;
import org.shmemlab.model.program.FloatFormat;
import org.shmemlab.model.program.FloatOperation;
import org.shmemlab.model.program.Rounding;

/**
 * Computes sums, products, quotients and roots that are exact and then rounded once, in every
 * direction (IEEE 754-2019, sections 4.3, 5.4.1, 6.1 to 6.3). Formats up to {@code float} are
 * computed as {@code double} and rounded to odd, so that rounding the result again is exact (Boldo
 * and Melquiond, "Emulation of a FMA and Correctly Rounded Sums", IEEE Transactions on Computers
 * 57(4), 2008); {@code double} is computed in integers of any length.
 */
public final class CorrectRounding {
  /** More digits of a quotient or a root than any format keeps. */
  private static final int DIGITS = 128;

  private CorrectRounding() {}

  /** The code of the result; operands beyond the operation's arity have no meaning. */
  public static long compute(
      FloatOperation operation, FloatFormat format, Rounding rounding, long a, long b, long c) {
    double x = wide(format, a);
    double y = operation.arity() < 2 ? 0 : wide(format, b);
    double z = operation.arity() < 3 ? 0 : wide(format, c);
    double nearest = nearest(operation, x, y, z);
    if (Double.isNaN(nearest)) {
      return format == FloatFormat.F64
          ? Arithmetic.result(nearest, x, Double.isNaN(y) ? y : z)
          : format.notANumber();
    }
    if (!Double.isFinite(x)
        || !Double.isFinite(y)
        || !Double.isFinite(z)
        || divides(operation, y)) {
      return rounded(format, rounding, nearest);
    }
    boolean negativeZero = isNegativeZero(operation, rounding, x, y, z, nearest);
    if (format == FloatFormat.F64) {
      Exact exact = exact(operation, x, y, z);
      return exact.isZero() ? zero(format, negativeZero) : exact.rounded(rounding);
    }
    return nearest == 0
        ? zero(format, negativeZero)
        : rounded(format, rounding, odd(nearest, error(operation, x, y, z, nearest)));
  }

  private static double wide(FloatFormat format, long code) {
    return Double.longBitsToDouble(
        format == FloatFormat.F64
            ? code
            : FloatRounding.round(format, FloatFormat.F64, Rounding.ZERO, false, code));
  }

  private static long rounded(FloatFormat format, Rounding rounding, double value) {
    long bits = Double.doubleToRawLongBits(value);
    return FloatRounding.round(FloatFormat.F64, format, rounding, false, bits);
  }

  private static double nearest(FloatOperation operation, double x, double y, double z) {
    return switch (operation) {
      case ADD -> x + y;
      case SUB -> x - y;
      case MUL -> x * y;
      case DIV -> x / y;
      case SQRT -> Math.sqrt(x);
      case FMA -> Math.fma(x, y, z);
    };
  }

  private static boolean divides(FloatOperation operation, double divisor) {
    return operation == FloatOperation.DIV && divisor == 0;
  }

  private static long zero(FloatFormat format, boolean negative) {
    return negative ? format.sign() : 0;
  }

  /**
   * The sign of a result that is zero. Rounded down, a sum of zeros or of opposite numbers is
   * negative, unless it has positive zeros alone.
   */
  private static boolean isNegativeZero(
      FloatOperation operation, Rounding rounding, double x, double y, double z, double nearest) {
    boolean negative = Double.doubleToRawLongBits(nearest) < 0;
    return switch (operation) {
      case MUL, DIV, SQRT -> negative;
      case ADD -> negative || (rounding == Rounding.DOWN && !arePositiveZeros(x, y));
      case SUB -> negative || (rounding == Rounding.DOWN && !arePositiveZeros(x, -y));
      case FMA -> negative || (rounding == Rounding.DOWN && !arePositiveZeros(x * y, z));
    };
  }

  private static boolean arePositiveZeros(double a, double b) {
    return (Double.doubleToRawLongBits(a) | Double.doubleToRawLongBits(b)) == 0;
  }

  // ---------------------------------------------------------------- up to float

  /** A number with the sign of the exact result minus the nearest one. */
  private static double error(
      FloatOperation operation, double x, double y, double z, double nearest) {
    return switch (operation) {
      case ADD -> errorOfSum(x, y, nearest);
      case SUB -> errorOfSum(x, -y, nearest);
      case MUL -> 0;
      case FMA -> errorOfSum(x * y, z, nearest);
      case DIV -> Math.fma(-nearest, y, x) * Math.signum(y);
      case SQRT -> Math.fma(-nearest, nearest, x);
    };
  }

  /**
   * The exact sum minus the rounded one (Knuth, "The Art of Computer Programming", volume 2,
   * section 4.2.2).
   */
  private static double errorOfSum(double a, double b, double sum) {
    double second = sum - a;
    double first = sum - second;
    return (a - first) + (b - second);
  }

  /** The exact number itself, or of the two next to it the one whose last digit is one. */
  private static double odd(double nearest, double error) {
    boolean isOdd = (Double.doubleToRawLongBits(nearest) & 1) != 0;
    return error == 0 || isOdd
        ? nearest
        : error > 0 ? Math.nextUp(nearest) : Math.nextDown(nearest);
  }

  // ---------------------------------------------------------------- double

  /** An exact number, or one whose last digit stands for all that follow. */
  private record Exact(BigInteger digits, int scale) {
    static Exact of(double value) {
      long bits = Double.doubleToRawLongBits(value);
      long size = bits & FloatFormat.F64.magnitude();
      long digits = FloatRounding.significand(FloatFormat.F64, size);
      return new Exact(
          BigInteger.valueOf(bits < 0 ? -digits : digits),
          FloatRounding.scale(FloatFormat.F64, size));
    }

    Exact plus(Exact other) {
      int least = Math.min(scale, other.scale);
      return new Exact(at(least).add(other.at(least)), least);
    }

    private BigInteger at(int least) {
      return digits.shiftLeft(scale - least);
    }

    Exact times(Exact other) {
      return new Exact(digits.multiply(other.digits), scale + other.scale);
    }

    Exact over(Exact other) {
      BigInteger[] parts = digits.abs().shiftLeft(DIGITS).divideAndRemainder(other.digits.abs());
      BigInteger quotient = withRest(parts);
      boolean negative = digits.signum() * other.digits.signum() < 0;
      return new Exact(negative ? quotient.negate() : quotient, scale - other.scale - DIGITS - 1);
    }

    Exact root() {
      int moved = DIGITS + (scale & 1);
      return new Exact(
          withRest(digits.shiftLeft(moved).sqrtAndRemainder()), (scale - moved) / 2 - 1);
    }

    /** A whole number, and one more digit that says whether there is a rest. */
    private static BigInteger withRest(BigInteger[] parts) {
      BigInteger moved = parts[0].shiftLeft(1);
      return parts[1].signum() == 0 ? moved : moved.setBit(0);
    }

    boolean isZero() {
      return digits.signum() == 0;
    }

    /** The code as a {@code double} of a number other than zero. */
    long rounded(Rounding rounding) {
      BigInteger size = digits.abs();
      int more = Math.max(0, size.bitLength() - 62);
      long first = size.shiftRight(more).longValueExact();
      boolean rest = size.getLowestSetBit() < more;
      return FloatRounding.code(
          FloatFormat.F64,
          rounding,
          false,
          digits.signum() < 0,
          rest ? first | 1 : first,
          scale + more);
    }
  }

  private static Exact exact(FloatOperation operation, double x, double y, double z) {
    Exact a = Exact.of(x);
    return switch (operation) {
      case ADD -> a.plus(Exact.of(y));
      case SUB -> a.plus(Exact.of(-y));
      case MUL -> a.times(Exact.of(y));
      case DIV -> a.over(Exact.of(y));
      case SQRT -> a.root();
      case FMA -> a.times(Exact.of(y)).plus(Exact.of(z));
    };
  }
}
