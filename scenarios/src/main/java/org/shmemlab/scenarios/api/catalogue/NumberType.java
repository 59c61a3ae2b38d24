package org.shmemlab.scenarios.api.catalogue;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.Element;
import org.shmemlab.model.program.ScalarType;

/** The arithmetic types of C, in the order of their conversion rank (ISO C 17, 6.3.1.1). */
public enum NumberType {
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
  DOUBLE("double", ScalarType.F64),
  /** 16 bytes of memory, of which a {@code double} is kept. */
  LONG_DOUBLE("long double", ScalarType.F64);

  private final String spelling;
  private final ScalarType scalar;

  NumberType(String spelling, ScalarType scalar) {
    this.spelling = spelling;
    this.scalar = scalar;
  }

  /** How a register holds a value of it. */
  public ScalarType scalar() {
    return scalar;
  }

  /** Bytes from one to the next in memory (System V ABI for x86-64, figure 3.1). */
  public int bytes() {
    return this == LONG_DOUBLE ? Element.LONG_DOUBLE.bytes() : scalar.bytes();
  }

  public boolean floating() {
    return compareTo(HALF) >= 0;
  }

  /** The type after integer promotion. */
  public NumberType promoted() {
    return compareTo(INT) < 0 ? INT : this;
  }

  /** The common type of the usual arithmetic conversions (ISO C 17, 6.3.1.8). */
  public static NumberType common(NumberType first, NumberType second) {
    NumberType a = first.promoted();
    NumberType b = second.promoted();
    NumberType higher = a.compareTo(b) >= 0 ? a : b;
    NumberType lower = higher == a ? b : a;
    if (higher.floating() || higher == lower) {
      return higher;
    }
    // A signed type of higher rank but equal size cannot hold the unsigned one: take its unsigned.
    boolean lowerUnsigned = !lower.scalar.signed();
    if (higher.scalar.signed() && lowerUnsigned && higher.scalar.bytes() == lower.scalar.bytes()) {
      return higher == LONG_LONG ? UNSIGNED_LONG_LONG : UNSIGNED_LONG;
    }
    return higher;
  }

  /**
   * The type that these words name on the platforms of NVSHMEM (64-bit Linux), or null: its own, or
   * one of those that prototypes use.
   */
  public static @Nullable NumberType of(String words) {
    return switch (words) {
      case "bool", "_Bool" -> BOOL;
      case "char" -> CHAR;
      case "signed char", "int8_t" -> SIGNED_CHAR;
      case "unsigned char", "uint8_t" -> UNSIGNED_CHAR;
      case "short", "short int", "int16_t" -> SHORT;
      case "unsigned short", "unsigned short int", "uint16_t" -> UNSIGNED_SHORT;
      case "int", "signed", "signed int", "int32_t" -> INT;
      case "unsigned", "unsigned int", "uint32_t" -> UNSIGNED;
      case "long", "long int", "int64_t", "ptrdiff_t" -> LONG;
      case "unsigned long", "unsigned long int", "uint64_t", "size_t" -> UNSIGNED_LONG;
      case "long long", "long long int" -> LONG_LONG;
      case "unsigned long long", "unsigned long long int" -> UNSIGNED_LONG_LONG;
      case "half", "__half" -> HALF;
      case "bfloat16", "__nv_bfloat16" -> BFLOAT16;
      case "float" -> FLOAT;
      case "double" -> DOUBLE;
      case "long double" -> LONG_DOUBLE;
      default -> null;
    };
  }

  /** As a programmer would write it. */
  @Override
  public String toString() {
    return spelling;
  }
}
