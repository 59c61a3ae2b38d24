package org.shmemlab.model.program;

/**
 * Describes the fields of a floating number: a sign, an exponent with a bias in the middle of its
 * range, a fraction (IEEE 754-2019, section 3; OCP 8-bit Floating Point Specification; OCP
 * Microscaling Formats Specification; PTX ISA, "Alternate Floating-Point Data Formats").
 */
public enum FloatFormat {
  F64(11, 52, Specials.IEEE),
  F32(8, 23, Specials.IEEE),
  TF32(8, 10, Specials.IEEE),
  F16(5, 10, Specials.IEEE),
  BF16(8, 7, Specials.IEEE),
  E5M2(5, 2, Specials.IEEE),
  E4M3(4, 3, Specials.NAN_ONLY),
  E3M2(3, 2, Specials.NONE),
  E2M3(2, 3, Specials.NONE),
  E2M1(2, 1, Specials.NONE),
  /** A power of two without a sign. It has no zero: the code 0 is 2 to the power of -127. */
  UE8M0(8, 0, Specials.NAN_ONLY);

  /** The codes that are no finite numbers. */
  private enum Specials {
    /** Those with all ones in the exponent: infinity where the fraction is zero. */
    IEEE,
    /** The highest alone, which is not a number. */
    NAN_ONLY,
    NONE
  }

  private final int exponentBits;
  private final int fractionBits;
  private final Specials specials;

  FloatFormat(int exponentBits, int fractionBits, Specials specials) {
    this.exponentBits = exponentBits;
    this.fractionBits = fractionBits;
    this.specials = specials;
  }

  public int fractionBits() {
    return fractionBits;
  }

  /** The number of bits without the sign. */
  public int magnitudeBits() {
    return exponentBits + fractionBits;
  }

  /** Whether the format has every number of another. */
  public boolean contains(FloatFormat other) {
    return fractionBits >= other.fractionBits && exponentBits >= other.exponentBits;
  }

  /** The bit of the sign; 0 without one. */
  public long sign() {
    return this == UE8M0 ? 0 : 1L << magnitudeBits();
  }

  /** The exponent of the smallest number that has a leading one. */
  public int leastExponent() {
    return 2 - (1 << (exponentBits - 1));
  }

  /** All bits but the sign. */
  public long magnitude() {
    return (1L << magnitudeBits()) - 1;
  }

  /** The code of the largest finite number. */
  public long largest() {
    return switch (specials) {
      case IEEE -> infinity() - 1;
      case NAN_ONLY -> magnitude() - 1;
      case NONE -> magnitude();
    };
  }

  /** Whether the format has infinities. */
  public boolean hasInfinity() {
    return specials == Specials.IEEE;
  }

  /** The code of infinity, where there is one. */
  public long infinity() {
    return magnitude() >> fractionBits << fractionBits;
  }

  /**
   * The code of the result that is not a number; in a format without one, the largest number (PTX
   * ISA, "cvt").
   */
  public long notANumber() {
    return magnitude();
  }

  /** Whether a code without its sign is not a number. */
  public boolean isNotANumber(long magnitude) {
    return specials != Specials.NONE && magnitude > (hasInfinity() ? infinity() : largest());
  }
}
