package org.shmemlab.scenarios.runtime.libc;

import com.google.common.base.Ascii;
import org.shmemlab.model.memory.Fault;

/**
 * Formats text as C's printf family does (ISO C 17, 7.21.6.1), byte for byte as glibc makes it in
 * the C locale. Not supported: {@code %n}, which is a fault, as are unknown conversions and missing
 * values.
 */
final class FormattedText {
  /** The values after a format, taken one after the other, and the strings they point to. */
  interface Values {
    /** How many values there are. */
    int count();

    /**
     * The register of one of them; floating values as F64.
     *
     * @param bytes of the value in memory, 4 or 8
     */
    long get(int index, int bytes);

    /**
     * The characters of a string up to its zero.
     *
     * @param limit most characters to read, or -1: then a zero must come
     */
    String string(long address, int limit);

    /** As {@link #string} for a string of {@code wchar_t}; characters beyond ASCII are a fault. */
    String wideString(long address, int limit);
  }

  private static final int LONGEST_FIELD = 1 << 20;
  private static final int NONE = -1;

  private final String format;
  private final Values values;
  private final StringBuilder text = new StringBuilder();
  private int at;
  private int taken;

  // The specification being read.
  private int start;
  private boolean minus;
  private boolean plus;
  private boolean blank;
  private boolean alternate;
  private boolean zero;
  private int width;
  private int precision;
  private int bits;
  private boolean isLong;

  FormattedText(String format, Values values) {
    this.format = format;
    this.values = values;
    while (at < format.length()) {
      int percent = format.indexOf('%', at);
      if (percent < 0) {
        percent = format.length();
      }
      text.append(format, at, percent);
      at = percent;
      if (at < format.length()) {
        conversion();
      }
    }
  }

  /** The finished text. */
  String text() {
    return text.toString();
  }

  /** How many values the format took. */
  int taken() {
    return taken;
  }

  // ---------------------------------------------------------------- the specification

  private void conversion() {
    start = at++;
    flags();
    width = peek() == '*' ? starred() : number();
    if (width < 0) {
      minus = true;
      width = -width;
    }
    precision = NONE;
    if (peek() == '.') {
      at++;
      precision = peek() == '*' ? Math.max(NONE, starred()) : number();
    }
    length();
    if (at == format.length()) {
      throw fault("ends in an unfinished conversion '" + specification() + "'");
    }
    char conversion = format.charAt(at++);
    switch (conversion) {
      case 'd', 'i' -> signed(integer());
      case 'u' -> unsigned("", Long.toUnsignedString(low(integer())));
      case 'o' -> octal(low(integer()));
      case 'x', 'X' -> hexadecimal(low(integer()), conversion);
      case 'p' -> pointer(value(Long.BYTES));
      case 'c' -> padded(character());
      case 's' -> string();
      case 'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A' -> floating(value(Long.BYTES), conversion);
      case '%' -> text.append('%');
      case 'n' -> throw fault("uses %n, which is not supported");
      default -> throw fault("has the unknown conversion '" + specification() + "'");
    }
  }

  private void flags() {
    minus = plus = blank = alternate = zero = false;
    while (true) {
      switch (peek()) {
        case '-' -> minus = true;
        case '+' -> plus = true;
        case ' ' -> blank = true;
        case '#' -> alternate = true;
        case '0' -> zero = true;
        case '\'' -> {} // groups of thousands: the C locale has none
        default -> {
          return;
        }
      }
      at++;
    }
  }

  private int number() {
    long number = 0;
    while (peek() >= '0' && peek() <= '9') {
      number = Math.min(Integer.MAX_VALUE, 10 * number + (peek() - '0'));
      at++;
    }
    return field(number);
  }

  private int starred() {
    at++;
    int asked = (int) value(Integer.BYTES);
    return field(asked);
  }

  private int field(long number) {
    if (Math.abs(number) > LONGEST_FIELD) {
      throw fault("asks for a field of " + number + " characters; at most " + LONGEST_FIELD);
    }
    return (int) number;
  }

  private void length() {
    bits = Integer.SIZE;
    isLong = false;
    switch (peek()) {
      case 'h' -> {
        at++;
        bits = Short.SIZE;
        if (peek() == 'h') {
          at++;
          bits = Byte.SIZE;
        }
      }
      case 'l' -> {
        at++;
        isLong = true;
        bits = Long.SIZE;
        if (peek() == 'l') {
          at++;
        }
      }
      case 'j', 'z', 't', 'L', 'q' -> {
        at++;
        bits = Long.SIZE;
      }
      default -> {}
    }
  }

  private char peek() {
    return at < format.length() ? format.charAt(at) : '\0';
  }

  private long value(int bytes) {
    if (taken == values.count()) {
      throw fault(
          "has no value for '"
              + specification()
              + "': "
              + (taken == 0 ? "none" : "only " + taken)
              + (taken == 1 ? " is given" : " are given"));
    }
    return values.get(taken++, bytes);
  }

  private String specification() {
    int end = at;
    while (end < format.length() && "diouxXcspfFeEgGaAn%".indexOf(format.charAt(end - 1)) < 0) {
      end++;
    }
    return format.substring(start, end);
  }

  private Fault fault(String problem) {
    String shown = format.replace("\n", "\\n").replace("\t", "\\t").replace("\"", "\\\"");
    return new Fault("the format \"%s\" %s", shown, problem);
  }

  // ---------------------------------------------------------------- integers

  /** The next value, as the length modifier says. */
  private long integer() {
    long value = value(Math.max(bits, Integer.SIZE) / Byte.SIZE);
    return switch (bits) {
      case Byte.SIZE -> (byte) value;
      case Short.SIZE -> (short) value;
      case Integer.SIZE -> (int) value;
      default -> value;
    };
  }

  private long low(long value) {
    return bits == Long.SIZE ? value : value & ((1L << bits) - 1);
  }

  private void signed(long value) {
    unsigned(sign(value < 0), Long.toUnsignedString(value < 0 ? -value : value));
  }

  private void octal(long value) {
    String digits = precise(Long.toOctalString(value));
    number("", alternate && !digits.startsWith("0") ? "0" + digits : digits, precision == NONE);
  }

  private void hexadecimal(long value, char conversion) {
    String digits = Long.toHexString(value);
    boolean upper = conversion == 'X';
    unsigned(
        alternate && value != 0 ? "0" + conversion : "",
        upper ? FormattedText.upper(digits) : digits);
  }

  private void pointer(long address) {
    if (address == 0) {
      padded("(nil)");
    } else {
      unsigned(sign(false) + "0x", Long.toHexString(address));
    }
  }

  private void unsigned(String prefix, String digits) {
    number(prefix, precise(digits), precision == NONE);
  }

  /** With zeros in front up to the precision; zero with precision zero has no digits. */
  private String precise(String digits) {
    if (precision == 0 && digits.equals("0")) {
      return "";
    }
    return "0".repeat(Math.max(0, precision - digits.length())) + digits;
  }

  private String sign(boolean negative) {
    return negative ? "-" : plus ? "+" : blank ? " " : "";
  }

  // ---------------------------------------------------------------- floating values

  private void floating(long register, char conversion) {
    double value = Double.longBitsToDouble(register);
    boolean upper = Character.isUpperCase(conversion);
    String sign = sign(register < 0);
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      String name = Double.isNaN(value) ? "nan" : "inf";
      number(sign, upper ? upper(name) : name, false);
      return;
    }
    double magnitude = Math.abs(value);
    int digits = precision == NONE ? 6 : precision;
    String prefix = "";
    String body =
        switch (conversion) {
          case 'f', 'F' -> FloatText.fixed(magnitude, digits, alternate);
          case 'e', 'E' -> FloatText.scientific(magnitude, digits, alternate);
          case 'g', 'G' -> FloatText.general(magnitude, digits, alternate);
          default -> {
            prefix = upper ? "0X" : "0x";
            yield FloatText.hexadecimal(magnitude, precision, alternate);
          }
        };
    number(sign + prefix, upper ? upper(body) : body, true);
  }

  // ---------------------------------------------------------------- characters

  private String character() {
    long value = value(Integer.BYTES);
    if (isLong && (value & 0xFFFF_FFFFL) > 0x7F) {
      throw fault("prints a wide character beyond ASCII, which the C locale cannot");
    }
    return String.valueOf((char) (value & 0xFF));
  }

  private void string() {
    long address = value(Long.BYTES);
    if (address == 0) {
      padded(precision == NONE || precision >= "(null)".length() ? "(null)" : "");
    } else if (isLong) {
      padded(values.wideString(address, precision));
    } else {
      padded(values.string(address, precision));
    }
  }

  // ---------------------------------------------------------------- fields

  private void number(String prefix, String digits, boolean zerosMayPad) {
    int missing = Math.max(0, width - prefix.length() - digits.length());
    if (minus) {
      text.append(prefix).append(digits).repeat(' ', missing);
    } else if (zero && zerosMayPad) {
      text.append(prefix).repeat('0', missing).append(digits);
    } else {
      text.repeat(' ', missing).append(prefix).append(digits);
    }
  }

  private void padded(String characters) {
    number("", characters, false);
  }

  private static String upper(String ascii) {
    return Ascii.toUpperCase(ascii);
  }
}
