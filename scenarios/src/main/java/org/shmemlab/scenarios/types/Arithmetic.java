package org.shmemlab.scenarios.types;

import org.shmemlab.model.program.ScalarType;

/** The arithmetic types of C, in the order of their conversion rank (ISO C 17, 6.3.1.1). */
public enum Arithmetic implements CType {
  BOOL("bool", ScalarType.U8),
  CHAR("char", ScalarType.I8),
  SIGNED_CHAR("signed char", ScalarType.I8),
  UNSIGNED_CHAR("unsigned char", ScalarType.U8),
  SHORT("short", ScalarType.I16),
  UNSIGNED_SHORT("unsigned short", ScalarType.U16),
  INT("int", ScalarType.I32),
  UNSIGNED("unsigned int", ScalarType.U32),
  LONG("long", ScalarType.I64),
  UNSIGNED_LONG("unsigned long", ScalarType.U64),
  LONG_LONG("long long", ScalarType.I64),
  UNSIGNED_LONG_LONG("unsigned long long", ScalarType.U64),
  /** CUDA's 16-bit types are storage: they convert, and compute only through {@code float}. */
  HALF("__half", ScalarType.F16),
  BFLOAT16("__nv_bfloat16", ScalarType.U16),
  FLOAT("float", ScalarType.F32),
  DOUBLE("double", ScalarType.F64);

  private final String spelling;
  private final ScalarType scalar;

  Arithmetic(String spelling, ScalarType scalar) {
    this.spelling = spelling;
    this.scalar = scalar;
  }

  public ScalarType scalar() {
    return scalar;
  }

  public boolean floating() {
    return compareTo(HALF) >= 0;
  }

  /** Whether it is one of the 16-bit floating types, which are storage only. */
  public boolean isSixteenBitFloating() {
    return this == HALF || this == BFLOAT16;
  }

  /** The type after integer promotion. */
  public Arithmetic promoted() {
    return compareTo(INT) < 0 ? INT : this;
  }

  /** The common type of the usual arithmetic conversions (ISO C 17, 6.3.1.8). */
  public static Arithmetic common(Arithmetic first, Arithmetic second) {
    Arithmetic a = first.promoted();
    Arithmetic b = second.promoted();
    Arithmetic higher = a.compareTo(b) >= 0 ? a : b;
    Arithmetic lower = higher == a ? b : a;
    if (higher.floating() || higher == lower) {
      return higher;
    }
    // A signed type of higher rank but equal size cannot hold the unsigned one: take its unsigned.
    boolean lowerUnsigned = !lower.scalar.signed();
    if (higher.scalar.signed() && lowerUnsigned && higher.size() == lower.size()) {
      return higher == LONG_LONG ? UNSIGNED_LONG_LONG : UNSIGNED_LONG;
    }
    return higher;
  }

  @Override
  public long size() {
    return scalar.bytes();
  }

  @Override
  public int align() {
    return scalar.bytes();
  }

  @Override
  public String toString() {
    return spelling;
  }
}
