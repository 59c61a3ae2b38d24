package org.shmemlab.scenarios.litmus.statements;

import com.google.common.base.Ascii;
import org.shmemlab.scenarios.api.catalogue.NumberType;
import org.shmemlab.scenarios.code.Folding;
import org.shmemlab.scenarios.litmus.statements.Expression.Literal;

/** Reads numbers, characters and texts as they are written (ISO C 17, 6.4.4 and 6.4.5). */
final class Literals {
  private static final String ESCAPES = "abfnrtv\\'\"?0";
  private static final String ESCAPED = "\u0007\b\f\n\r\t\u000b\\'\"?\0";

  private Literals() {}

  static Literal number(int line, String text) {
    String lower = Ascii.toLowerCase(text);
    boolean hex = lower.startsWith("0x");
    boolean floating = !hex && (lower.contains(".") || lower.contains("e") || lower.endsWith("f"));
    try {
      return floating ? floating(line, lower) : integer(line, lower, hex);
    } catch (NumberFormatException invalid) {
      throw new StatementError(line, "'" + text + "' is no number of 64 bits");
    }
  }

  private static Literal floating(int line, String text) {
    if (text.endsWith("f")) {
      float value = Float.parseFloat(text.substring(0, text.length() - 1));
      return new Literal(line, new Type.Numeric(NumberType.FLOAT), Folding.bits(value));
    }
    return new Literal(
        line, new Type.Numeric(NumberType.DOUBLE), Folding.bits(Double.parseDouble(text)));
  }

  private static Literal integer(int line, String text, boolean hex) {
    String digits = text.replaceFirst("[ul]+$", "");
    String suffix = text.substring(digits.length());
    boolean binary = digits.startsWith("0b");
    boolean octal = !hex && !binary && digits.length() > 1 && digits.startsWith("0");
    int radix = hex ? 16 : binary ? 2 : octal ? 8 : 10;
    long bits = Long.parseUnsignedLong(digits.substring(hex || binary ? 2 : 0), radix);
    return new Literal(line, new Type.Numeric(type(bits, suffix, radix != 10)), bits);
  }

  /** The first type of the standard's list that holds the value (ISO C 17, 6.4.4.1). */
  private static NumberType type(long bits, String suffix, boolean notDecimal) {
    boolean unsigned = suffix.contains("u");
    if (!suffix.contains("l") && bits >= 0) {
      if (!unsigned && bits <= Integer.MAX_VALUE) {
        return NumberType.INT;
      }
      if ((unsigned || notDecimal) && bits <= 0xFFFF_FFFFL) {
        return NumberType.UNSIGNED;
      }
    }
    boolean useUnsigned = unsigned || bits < 0; // needs all 64 bits
    if (suffix.contains("ll")) {
      return useUnsigned ? NumberType.UNSIGNED_LONG_LONG : NumberType.LONG_LONG;
    }
    return useUnsigned ? NumberType.UNSIGNED_LONG : NumberType.LONG;
  }

  static Literal character(int line, String quoted) {
    String text = text(line, quoted);
    if (text.length() != 1 || text.charAt(0) > 0x7F) {
      throw new StatementError(line, quoted + " is not one character");
    }
    return new Literal(line, new Type.Numeric(NumberType.CHAR), text.charAt(0));
  }

  /** The text between quotes, escapes resolved. */
  static String text(int line, String quoted) {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i < quoted.length() - 1; i++) {
      char c = quoted.charAt(i);
      if (c == '\\') {
        int escape = ESCAPES.indexOf(quoted.charAt(++i));
        if (escape < 0) {
          throw new StatementError(line, "unknown escape '\\" + quoted.charAt(i) + "'");
        }
        c = ESCAPED.charAt(escape);
      }
      text.append(c);
    }
    return text.toString();
  }
}
