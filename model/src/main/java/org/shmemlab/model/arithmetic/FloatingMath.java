package org.shmemlab.model.arithmetic;

import org.shmemlab.model.program.MathFunction;

/** Computes the mathematics library on doubles; a float result is rounded once at the end. */
final class FloatingMath {
  private FloatingMath() {}

  /** The result as a register; classification functions give 0 or 1. */
  static long compute(MathFunction function, boolean single, double a, double b, double c) {
    return switch (function) {
      case FMA -> single ? fma((float) a, (float) b, (float) c) : fma(a, b, c);
      case IS_NAN -> Double.isNaN(a) ? 1 : 0;
      case IS_INF -> Double.isInfinite(a) ? 1 : 0;
      case IS_FINITE -> Double.isFinite(a) ? 1 : 0;
      default -> {
        double result = value(function, a, b);
        yield single ? Arithmetic.bits((float) result) : Arithmetic.bits(result);
      }
    };
  }

  private static double value(MathFunction function, double a, double b) {
    return switch (function) {
      case SQRT -> Math.sqrt(a);
      case RSQRT -> 1 / Math.sqrt(a);
      case CBRT -> StrictMath.cbrt(a);
      case EXP -> StrictMath.exp(a);
      case EXP2 -> StrictMath.pow(2, a);
      case EXPM1 -> StrictMath.expm1(a);
      case LOG -> StrictMath.log(a);
      case LOG2 -> log2(a);
      case LOG10 -> StrictMath.log10(a);
      case LOG1P -> StrictMath.log1p(a);
      case SIN -> StrictMath.sin(a);
      case COS -> StrictMath.cos(a);
      case TAN -> StrictMath.tan(a);
      case ASIN -> StrictMath.asin(a);
      case ACOS -> StrictMath.acos(a);
      case ATAN -> StrictMath.atan(a);
      case SINH -> StrictMath.sinh(a);
      case COSH -> StrictMath.cosh(a);
      case TANH -> StrictMath.tanh(a);
      case FLOOR -> Math.floor(a);
      case CEIL -> Math.ceil(a);
      case ROUND -> Math.copySign(round(Math.abs(a)), a);
      case RINT -> Math.rint(a);
      case TRUNC -> a < 0 ? Math.ceil(a) : Math.floor(a);
      case ABS -> Math.abs(a);
      case ATAN2 -> StrictMath.atan2(a, b);
      case POW -> StrictMath.pow(a, b);
      case FMOD -> a % b;
      case HYPOT -> StrictMath.hypot(a, b);
      case MIN -> Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.min(a, b);
      case MAX -> Double.isNaN(a) ? b : Double.isNaN(b) ? a : Math.max(a, b);
      case COPY_SIGN -> Math.copySign(a, b);
      default -> throw new IllegalStateException(function + " on floating values");
    };
  }

  private static long fma(float a, float b, float c) {
    return Arithmetic.result(Math.fma(a, b, c), a, Float.isNaN(b) ? b : c);
  }

  private static long fma(double a, double b, double c) {
    return Arithmetic.result(Math.fma(a, b, c), a, Double.isNaN(b) ? b : c);
  }

  // The sum of a value and a half may be rounded up to the next whole number.
  private static double round(double a) {
    double below = Math.floor(a);
    return a - below < 0.5 ? below : below + 1;
  }

  /** Exact for powers of two, where the quotient of logarithms may not be. */
  private static double log2(double a) {
    if (a > 0 && Double.isFinite(a)) {
      int exponent = Math.getExponent(a);
      if (exponent >= Double.MIN_EXPONENT && a == Math.scalb(1.0, exponent)) {
        return exponent;
      }
    }
    return StrictMath.log(a) / StrictMath.log(2);
  }
}
