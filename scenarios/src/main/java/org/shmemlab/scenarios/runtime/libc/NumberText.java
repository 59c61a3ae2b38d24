package org.shmemlab.scenarios.runtime.libc;

import org.jspecify.annotations.Nullable;

/**
 * Numbers read from text as C's strto… functions do (ISO C 17, 7.22.1) in glibc's C locale.
 *
 * @param bits the value's register
 * @param end index of the first character that is not part of it; 0 if there is no number
 */
record NumberText(long bits, int end) {
  private static final NumberText NOTHING = new NumberText(0, 0);
  private static final int QUIET_BIT = 51;

  // ---------------------------------------------------------------- integers

  /** Whether {@link #signed} and {@link #unsigned} take this base: 0 for by prefix, or 2 to 36. */
  static boolean isBase(int base) {
    return base == 0 || (base >= 2 && base <= 36);
  }

  /** {@code strtol}: limited to the range of a signed 64-bit number. */
  static NumberText signed(String text, int base) {
    Digits digits = Digits.read(text, base);
    if (digits == null) {
      return NOTHING;
    }
    long limit = digits.negative ? Long.MIN_VALUE : Long.MAX_VALUE;
    boolean tooLarge =
        digits.overflow
            || (digits.magnitude < 0 && !(digits.negative && digits.magnitude == limit));
    long value = digits.negative ? -digits.magnitude : digits.magnitude;
    return new NumberText(tooLarge ? limit : value, digits.end);
  }

  /** {@code strtoul}: limited to an unsigned 64-bit number; a minus sign negates it modulo. */
  static NumberText unsigned(String text, int base) {
    Digits digits = Digits.read(text, base);
    if (digits == null) {
      return NOTHING;
    }
    long value = digits.negative ? -digits.magnitude : digits.magnitude;
    return new NumberText(digits.overflow ? -1 : value, digits.end);
  }

  /** The part of a text that is an integer. */
  private record Digits(boolean negative, long magnitude, boolean overflow, int end) {
    static @Nullable Digits read(String text, int asked) {
      int at = skipBlanks(text);
      boolean negative = charAt(text, at) == '-';
      if (negative || charAt(text, at) == '+') {
        at++;
      }
      int base = asked;
      boolean hexPrefix = hasHexPrefix(text, at) && digit(text, at + 2, 16) >= 0;
      if ((base == 0 || base == 16) && hexPrefix) {
        base = 16;
        at += 2;
      } else if (base == 0) {
        base = charAt(text, at) == '0' ? 8 : 10;
      }
      int start = at;
      long magnitude = 0;
      boolean overflow = false;
      for (int digit; (digit = digit(text, at, base)) >= 0; at++) {
        long high = Math.unsignedMultiplyHigh(magnitude, base);
        long low = magnitude * base;
        overflow |= high != 0 || Long.compareUnsigned(low + digit, low) < 0;
        magnitude = low + digit;
      }
      return at == start ? null : new Digits(negative, magnitude, overflow, at);
    }
  }

  // ---------------------------------------------------------------- floating values

  /** {@code strtod}: decimal, hexadecimal, infinity, not-a-number; correctly rounded, as F64. */
  static NumberText floating(String text) {
    int at = skipBlanks(text);
    boolean negative = charAt(text, at) == '-';
    if (negative || charAt(text, at) == '+') {
      at++;
    }
    NumberText magnitude = magnitude(text, at);
    return magnitude.end == 0
        ? NOTHING
        : new NumberText(magnitude.bits | (negative ? Long.MIN_VALUE : 0), magnitude.end);
  }

  private static NumberText magnitude(String text, int at) {
    if (startsWith(text, at, "infinity")) {
      return of(Double.POSITIVE_INFINITY, at + "infinity".length());
    }
    if (startsWith(text, at, "inf")) {
      return of(Double.POSITIVE_INFINITY, at + "inf".length());
    }
    if (startsWith(text, at, "nan")) {
      return notANumber(text, at + "nan".length());
    }
    if (hasHexPrefix(text, at)) {
      int digits = significandEnd(text, at + 2, 16);
      if (digits > 0) {
        int end = exponentEnd(text, digits, 'p');
        String exponent = end == digits ? "p0" : "";
        return of(Double.parseDouble(text.substring(at, end) + exponent), end);
      }
    }
    int digits = significandEnd(text, at, 10);
    if (digits == 0) {
      return NOTHING;
    }
    int end = exponentEnd(text, digits, 'e');
    return of(Double.parseDouble(text.substring(at, end)), end);
  }

  private static NumberText of(double value, int end) {
    return new NumberText(Double.doubleToRawLongBits(value), end);
  }

  /** {@code nan} or {@code nan(payload)}. */
  private static NumberText notANumber(String text, int at) {
    long bits = Double.doubleToRawLongBits(Double.NaN);
    int close = at + 1;
    while (isWordCharacter(charAt(text, close))) {
      close++;
    }
    if (charAt(text, at) != '(' || charAt(text, close) != ')') {
      return new NumberText(bits, at);
    }
    NumberText payload = unsigned(text.substring(at + 1, close), 0);
    boolean whole = at + 1 + payload.end == close;
    long mask = (1L << QUIET_BIT) - 1;
    return new NumberText(whole ? bits | (payload.bits & mask) : bits, close + 1);
  }

  /** The end of digits with at most one point among them, or 0 if there is no digit. */
  private static int significandEnd(String text, int start, int base) {
    int at = start;
    boolean point = false;
    boolean digits = false;
    while (true) {
      if (digit(text, at, base) >= 0) {
        digits = true;
      } else if (charAt(text, at) == '.' && !point) {
        point = true;
      } else {
        return digits ? at : 0;
      }
      at++;
    }
  }

  /** The end of an exponent that starts at {@code at}, or {@code at} if there is none. */
  private static int exponentEnd(String text, int at, char letter) {
    if ((charAt(text, at) | 0x20) != letter) {
      return at;
    }
    int digits = at + 1;
    if (charAt(text, digits) == '-' || charAt(text, digits) == '+') {
      digits++;
    }
    int end = digits;
    while (digit(text, end, 10) >= 0) {
      end++;
    }
    return end == digits ? at : end;
  }

  // ---------------------------------------------------------------- characters

  private static int skipBlanks(String text) {
    int at = 0;
    while (" \t\n\u000b\f\r".indexOf(charAt(text, at)) >= 0) {
      at++;
    }
    return at;
  }

  private static boolean hasHexPrefix(String text, int at) {
    return charAt(text, at) == '0' && (charAt(text, at + 1) | 0x20) == 'x';
  }

  private static boolean startsWith(String text, int at, String word) {
    return text.regionMatches(true, at, word, 0, word.length());
  }

  private static boolean isWordCharacter(char character) {
    return digitValue(character) >= 0 || character == '_';
  }

  private static int digit(String text, int at, int base) {
    int digit = digitValue(charAt(text, at));
    return digit < base ? digit : -1;
  }

  private static int digitValue(char character) {
    return character < 0x80 ? Character.digit(character, 36) : -1;
  }

  private static char charAt(String text, int at) {
    return at < text.length() ? text.charAt(at) : '\0';
  }
}
