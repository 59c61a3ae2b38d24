package org.shmemlab.scenarios.frontend.emit;

import org.shmemlab.model.program.ScalarType;

/**
 * One scalar of a type.
 *
 * @param scalar how a register holds it: integers signed, pointers as unsigned 64-bit numbers
 * @param bits width of an integer, which may be any up to 64; else that of the scalar
 * @param offset bytes from the start of the whole type
 */
public record Leaf(ScalarType scalar, int bits, long offset) {
  public static Leaf integer(int bits, long offset) {
    ScalarType scalar =
        bits <= 8
            ? ScalarType.I8
            : bits <= 16 ? ScalarType.I16 : bits <= 32 ? ScalarType.I32 : ScalarType.I64;
    return new Leaf(scalar, bits, offset);
  }

  public static Leaf of(ScalarType scalar, long offset) {
    return new Leaf(scalar, 8 * scalar.bytes(), offset);
  }

  public Leaf at(long more) {
    return new Leaf(scalar, bits, offset + more);
  }

  public boolean isInteger() {
    return !scalar.floating() && scalar != ScalarType.U16 && scalar != ScalarType.U64;
  }

  public boolean isTruth() {
    return bits == 1;
  }

  /** Whether memory holds it in one word of its own width. */
  public boolean isWhole() {
    return bits == 8 * scalar.bytes() || bits == 1;
  }

  /** The register form of the low bits of a number. */
  public long canonical(long raw) {
    if (isTruth()) {
      return raw & 1;
    }
    return isInteger() ? raw << (64 - bits) >> (64 - bits) : scalar.canonical(raw);
  }
}
