package org.shmemlab.scenarios.types;

import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.NumberType;

/** The arithmetic types of C as types of the source, in the order of {@link NumberType}. */
public enum Arithmetic implements CType {
  BOOL,
  CHAR,
  SIGNED_CHAR,
  UNSIGNED_CHAR,
  SHORT,
  UNSIGNED_SHORT,
  INT,
  UNSIGNED,
  LONG,
  UNSIGNED_LONG,
  LONG_LONG,
  UNSIGNED_LONG_LONG,
  HALF,
  BFLOAT16,
  FLOAT,
  DOUBLE;

  private final NumberType number = NumberType.valueOf(name());

  /** The type as calls know it. */
  public NumberType number() {
    return number;
  }

  public static Arithmetic of(NumberType number) {
    return valueOf(number.name());
  }

  public ScalarType scalar() {
    return number.scalar();
  }

  public boolean floating() {
    return number.floating();
  }

  /** Whether it is one of the 16-bit floating types, which are storage only. */
  public boolean isSixteenBitFloating() {
    return this == HALF || this == BFLOAT16;
  }

  /** The type after integer promotion. */
  public Arithmetic promoted() {
    return of(number.promoted());
  }

  /** The common type of the usual arithmetic conversions (ISO C 17, 6.3.1.8). */
  public static Arithmetic common(Arithmetic first, Arithmetic second) {
    return of(NumberType.common(first.number, second.number));
  }

  @Override
  public long size() {
    return scalar().bytes();
  }

  @Override
  public int align() {
    return scalar().bytes();
  }

  @Override
  public String toString() {
    return number.toString();
  }
}
