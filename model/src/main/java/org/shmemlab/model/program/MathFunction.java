package org.shmemlab.model.program;

/**
 * Functions of the C mathematics library and CUDA's integer intrinsics, computed in the type of the
 * instruction. Integer functions take integer types.
 */
public enum MathFunction {
  SQRT(1),
  RSQRT(1),
  CBRT(1),
  EXP(1),
  EXP2(1),
  EXPM1(1),
  LOG(1),
  LOG2(1),
  LOG10(1),
  LOG1P(1),
  SIN(1),
  COS(1),
  TAN(1),
  ASIN(1),
  ACOS(1),
  ATAN(1),
  SINH(1),
  COSH(1),
  TANH(1),
  FLOOR(1),
  CEIL(1),
  ROUND(1),
  RINT(1),
  TRUNC(1),
  ABS(1),
  IS_NAN(1),
  IS_INF(1),
  IS_FINITE(1),
  ATAN2(2),
  POW(2),
  FMOD(2),
  HYPOT(2),
  MIN(2),
  MAX(2),
  COPY_SIGN(2),
  FMA(3),
  POPCOUNT(1),
  LEADING_ZEROS(1),
  FIND_FIRST_SET(1),
  REVERSE_BITS(1),
  MUL_HIGH(2);

  private final int arity;

  MathFunction(int arity) {
    this.arity = arity;
  }

  /** Number of operands, 1 to 3. */
  public int arity() {
    return arity;
  }
}
