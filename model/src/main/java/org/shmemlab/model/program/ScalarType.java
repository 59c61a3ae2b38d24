package org.shmemlab.model.program;

/**
 * The types that a register or a memory word can have.
 *
 * <p>A register is 64 bits wide. It holds an integer sign- or zero-extended from its type, a {@code
 * float} as its IEEE bits in the lower half, a {@code double} as its IEEE bits. {@link #F16} is
 * storage only: its bits are held like {@link #U16} and converted before arithmetic.
 */
public enum ScalarType {
  I8(1, true, false),
  U8(1, false, false),
  I16(2, true, false),
  U16(2, false, false),
  I32(4, true, false),
  U32(4, false, false),
  I64(8, true, false),
  U64(8, false, false),
  F16(2, true, true),
  F32(4, true, true),
  F64(8, true, true);

  private final int bytes;
  private final boolean signed;
  private final boolean floating;

  ScalarType(int bytes, boolean signed, boolean floating) {
    this.bytes = bytes;
    this.signed = signed;
    this.floating = floating;
  }

  /** Size in memory, in bytes. */
  public int bytes() {
    return bytes;
  }

  public boolean signed() {
    return signed;
  }

  public boolean floating() {
    return floating;
  }

  /** The register form of the low bits of {@code raw}: extended from this type's width. */
  public long canonical(long raw) {
    return switch (this) {
      case I8 -> (byte) raw;
      case U8 -> raw & 0xFF;
      case I16 -> (short) raw;
      case U16, F16 -> raw & 0xFFFF;
      case I32 -> (int) raw;
      case U32, F32 -> raw & 0xFFFF_FFFFL;
      case I64, U64, F64 -> raw;
    };
  }

  /** The register form of the {@link #F16} that is nearest to a value, the even one of two. */
  public static long halfBits(double value) {
    // Of the two floats around a value that is none, the one whose last bit is 1 is rounded to half
    // as the value itself would be.
    float near = (float) value;
    boolean even = (Float.floatToRawIntBits(near) & 1) == 0;
    float odd = even && near != value ? Math.nextAfter(near, value) : near;
    return Float.floatToFloat16(odd) & 0xFFFF;
  }
}
