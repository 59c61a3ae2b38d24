package org.shmemlab.scenarios.frontend.ptxmodule;

/** Reads the numbers of PTX (PTX ISA, "Constants"). */
final class PtxNumbers {
  private PtxNumbers() {}

  /** The value of an integer; of an unsigned one of 64 bits, the same bits. */
  static long integer(PtxToken token) {
    String text = token.text();
    String digits = text.endsWith("U") ? text.substring(0, text.length() - 1) : text;
    try {
      if (digits.startsWith("0x") || digits.startsWith("0X")) {
        return Long.parseUnsignedLong(digits.substring(2), 16);
      }
      if (digits.startsWith("0b") || digits.startsWith("0B")) {
        return Long.parseUnsignedLong(digits.substring(2), 2);
      }
      return digits.length() > 1 && digits.startsWith("0")
          ? Long.parseUnsignedLong(digits.substring(1), 8)
          : Long.parseUnsignedLong(digits);
    } catch (NumberFormatException notANumber) {
      throw token.error("expected an integer, found " + token.shown());
    }
  }

  /** Whether a number is a floating one. */
  static boolean isFloating(String text) {
    return text.startsWith("0f")
        || text.startsWith("0F")
        || text.startsWith("0d")
        || text.startsWith("0D")
        || (!text.startsWith("0x") && !text.startsWith("0X") && text.matches(".*[.eE].*"));
  }

  /** The bits of a number in a type. */
  static long bits(PtxToken token, PtxType type, boolean negative) {
    String text = token.text();
    if (!isFloating(text)) {
      long number = integer(token);
      number = negative ? -number : number;
      return !type.isFloating()
          ? number
          : type.bits() == 64
              ? Double.doubleToRawLongBits((double) number)
              : floatBits(type, (double) number);
    }
    boolean isBits = text.startsWith("0f") || text.startsWith("0F");
    boolean isLongBits = text.startsWith("0d") || text.startsWith("0D");
    double value;
    try {
      value =
          isBits
              ? Float.intBitsToFloat(Integer.parseUnsignedInt(text.substring(2), 16))
              : isLongBits
                  ? Double.longBitsToDouble(Long.parseUnsignedLong(text.substring(2), 16))
                  : Double.parseDouble(text);
    } catch (NumberFormatException notANumber) {
      throw token.error("expected a number, found " + token.shown());
    }
    value = negative ? -value : value;
    return type.bits() == 64 ? Double.doubleToRawLongBits(value) : floatBits(type, value);
  }

  private static long floatBits(PtxType type, double value) {
    return type.bits() == 16
        ? Float.floatToFloat16((float) value) & 0xFFFF
        : Float.floatToRawIntBits((float) value) & 0xFFFF_FFFFL;
  }
}
