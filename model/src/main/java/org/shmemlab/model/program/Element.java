package org.shmemlab.model.program;

/**
 * Describes one element of a collective's data: adjacent numbers, and after them bytes without
 * meaning.
 *
 * @param number the type of its numbers
 * @param numbers how many there are; the product of pairs is that of complex numbers
 * @param bytes from one element to the next
 */
public record Element(ScalarType number, int numbers, int bytes) {
  /** A {@code long double} of x86-64, of which a {@code double} is kept. */
  public static final Element LONG_DOUBLE = new Element(ScalarType.F64, 1, 16);

  /** A {@code float} of which memory keeps the upper half: a bfloat16. */
  public static final Element BFLOAT16 = new Element(ScalarType.F32, 1, 2);

  /** One number. */
  public static Element of(ScalarType number) {
    return new Element(number, 1, number.bytes());
  }

  /** Two numbers: complex ones, or a value and its index. */
  public static Element pair(ScalarType number) {
    return new Element(number, 2, 2 * number.bytes());
  }

  /** Bytes that only move. */
  public static Element ofBytes(int bytes) {
    return new Element(ScalarType.U8, bytes, bytes);
  }
}
