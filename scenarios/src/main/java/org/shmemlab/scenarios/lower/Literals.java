package org.shmemlab.scenarios.lower;

import com.google.common.primitives.ImmutableIntArray;
import java.nio.charset.StandardCharsets;
import org.eclipse.cdt.core.dom.ast.IASTLiteralExpression;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.shmemlab.scenarios.code.Folding;
import org.shmemlab.scenarios.lower.Value.Constant;
import org.shmemlab.scenarios.types.Arithmetic;
import org.shmemlab.scenarios.types.CType;

/** Constants and string literals (ISO C 17, 6.4.4 and 6.4.5). */
final class Literals {
  private Literals() {}

  static Value integer(IASTLiteralExpression node) {
    String text = new String(node.getValue()).replace("'", "");
    int end = text.length();
    boolean unsigned = false;
    int longs = 0;
    while (end > 0 && "uUlL".indexOf(text.charAt(end - 1)) >= 0) {
      char c = text.charAt(--end);
      unsigned |= c == 'u' || c == 'U';
      longs += c == 'l' || c == 'L' ? 1 : 0;
    }
    String digits = text.substring(0, end);
    int radix = 10;
    if (digits.startsWith("0x") || digits.startsWith("0X")) {
      radix = 16;
      digits = digits.substring(2);
    } else if (digits.startsWith("0b") || digits.startsWith("0B")) {
      radix = 2;
      digits = digits.substring(2);
    } else if (digits.length() > 1 && digits.startsWith("0")) {
      radix = 8;
      digits = digits.substring(1);
    }
    try {
      long bits = Long.parseUnsignedLong(digits, radix);
      return new Constant(integerType(bits, unsigned, longs, radix != 10), bits);
    } catch (NumberFormatException invalid) {
      throw Failure.at(node, "'" + text + "' is no integer that fits 64 bits");
    }
  }

  /** The first type of the standard's list that holds the value (ISO C 17, 6.4.4.1). */
  private static CType integerType(long bits, boolean unsigned, int longs, boolean notDecimal) {
    boolean negative = bits < 0; // needs all 64 bits
    if (longs == 0) {
      if (!unsigned && !negative && bits <= Integer.MAX_VALUE) {
        return Arithmetic.INT;
      }
      if ((unsigned || notDecimal) && !negative && bits <= 0xFFFF_FFFFL) {
        return Arithmetic.UNSIGNED;
      }
    }
    boolean useUnsigned = unsigned || negative;
    if (longs == 2) {
      return useUnsigned ? Arithmetic.UNSIGNED_LONG_LONG : Arithmetic.LONG_LONG;
    }
    return useUnsigned ? Arithmetic.UNSIGNED_LONG : Arithmetic.LONG;
  }

  static Value floating(IASTLiteralExpression node) {
    String text = new String(node.getValue()).replace("'", "");
    boolean hex = text.startsWith("0x") || text.startsWith("0X");
    char last = text.charAt(text.length() - 1);
    boolean isFloat = (last == 'f' || last == 'F') && (!hex || text.indexOf('p') > 0);
    boolean isLong = last == 'l' || last == 'L';
    if (isLong) {
      throw Failure.notSupported(node, "long double");
    }
    String digits = isFloat ? text.substring(0, text.length() - 1) : text;
    try {
      return isFloat
          ? new Constant(Arithmetic.FLOAT, Folding.bits(Float.parseFloat(digits)))
          : new Constant(Arithmetic.DOUBLE, Folding.bits(Double.parseDouble(digits)));
    } catch (NumberFormatException invalid) {
      throw Failure.at(node, "'" + text + "' is no floating constant");
    }
  }

  static Value character(IASTLiteralExpression node, boolean c) {
    String text = new String(node.getValue());
    if (text.length() < 3 || text.charAt(0) != '\'') {
      throw Failure.notSupported(node, "the character constant " + text);
    }
    int[] bytes = bytes(node, text.substring(1, text.length() - 1));
    if (bytes.length != 1) {
      throw Failure.notSupported(node, "the character constant " + text);
    }
    return new Constant(c ? Arithmetic.INT : Arithmetic.CHAR, (byte) bytes[0]);
  }

  /** The bytes of a string literal with the zero at its end. */
  static ImmutableIntArray string(IASTLiteralExpression node) {
    String text = new String(node.getValue());
    int open = text.indexOf('"');
    if (open > 0 && text.charAt(open - 1) == 'R') {
      throw Failure.notSupported(node, "raw string literals");
    }
    if (open > 0 && !text.startsWith("u8")) {
      throw Failure.notSupported(node, "wide string literals");
    }
    int close = text.lastIndexOf('"');
    if (close <= open) {
      throw Failure.at(node, "the string literal has no end");
    }
    int[] bytes = bytes(node, text.substring(open + 1, close));
    return ImmutableIntArray.builder(bytes.length + 1).addAll(bytes).add(0).build();
  }

  private static int[] bytes(IASTNode node, String body) {
    ImmutableIntArray.Builder out = ImmutableIntArray.builder();
    int i = 0;
    while (i < body.length()) {
      char c = body.charAt(i);
      if (c != '\\') {
        int codePoint = body.codePointAt(i);
        addUtf8(out, codePoint);
        i += Character.charCount(codePoint);
        continue;
      }
      i++;
      char escape = i < body.length() ? body.charAt(i) : 0;
      int simple = "abfnrtv\\'\"?e".indexOf(escape);
      if (escape == 'x') {
        // two digits at most: more do not fit a char, and the next ones may be another literal's
        int end = skip(body, i + 1, 16, i + 3);
        out.add(number(node, body.substring(i + 1, end), 16));
        i = end;
      } else if (escape >= '0' && escape <= '7') {
        int end = skip(body, i, 8, i + 3);
        out.add(number(node, body.substring(i, end), 8));
        i = end;
      } else if (escape == 'u' || escape == 'U') {
        int end = skip(body, i + 1, 16, i + 1 + (escape == 'u' ? 4 : 8));
        addUtf8(out, number(node, body.substring(i + 1, end), 16));
        i = end;
      } else if (simple >= 0) {
        out.add("\u0007\b\f\n\r\t\u000b\\'\"?\u001b".charAt(simple));
        i++;
      } else {
        throw Failure.at(node, "unknown escape '\\" + escape + "'");
      }
    }
    return out.build().toArray();
  }

  private static int skip(String body, int from, int radix, int limit) {
    int end = from;
    while (end < Math.min(limit, body.length()) && Character.digit(body.charAt(end), radix) >= 0) {
      end++;
    }
    return end;
  }

  private static int number(IASTNode node, String digits, int radix) {
    try {
      int value = Integer.parseInt(digits, radix);
      return radix == 8 ? value & 0xFF : value;
    } catch (NumberFormatException invalid) {
      throw Failure.at(node, "an escape of a literal has no digits or too many");
    }
  }

  private static void addUtf8(ImmutableIntArray.Builder out, int codePoint) {
    for (byte b : new String(Character.toChars(codePoint)).getBytes(StandardCharsets.UTF_8)) {
      out.add(b & 0xFF);
    }
  }
}
