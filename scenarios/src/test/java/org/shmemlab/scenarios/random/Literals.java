package org.shmemlab.scenarios.random;

import java.util.List;
import java.util.Locale;
import org.shmemlab.model.choices.Choices;

/** Constants, in all the ways to write them. */
final class Literals {
  private static final List<String> FLOATING =
      List.of(
          "0.0",
          "1.0",
          "0.5",
          "2.",
          ".25",
          "1.5",
          "3.25e2",
          "0.1",
          "1e-3",
          "123456.789",
          "6.02e23",
          "1e300",
          "4.9e-324",
          "16777217.0",
          "9007199254740993.0",
          "0x1.8p3",
          "1e10",
          "2147483648.0");
  private static final List<String> SINGLE =
      List.of("0.0f", "1.0f", "0.1f", "2.5F", "1e10f", "3.4028235e38f", "1e-40f", "16777216.f");
  private static final List<String> CHARACTERS =
      List.of(
          "'a'", "'Z'", "'0'", "' '", "'\\n'", "'\\t'", "'\\0'", "'\\\\'", "'\\''", "'\"'",
          "'\\x41'", "'\\101'", "'~'");

  private final World world;
  private final Choices choices;

  Literals(World world) {
    this.world = world;
    this.choices = world.choices();
  }

  /** A constant of an integer type that is not negative. */
  Expr integer() {
    return switch (choices.next(12)) {
      case 0, 1, 2, 3 -> Expr.primary(Integer.toString(choices.next(10)), Num.INT);
      case 4 -> Expr.primary(choices.pick(CHARACTERS), Num.INT);
      case 5 ->
          world.enumerators().isEmpty()
              ? Expr.primary("1", Num.INT)
              : Expr.primary(choices.pick(world.enumerators()), Num.INT);
      default -> number(magnitude());
    };
  }

  /** A constant of a floating type that is not negative. */
  Expr floating() {
    return choices.yes(1, 3)
        ? Expr.primary(choices.pick(SINGLE), Num.FLOAT)
        : Expr.primary(choices.pick(FLOATING), Num.DOUBLE);
  }

  /** A number from 1 up whose type is {@code int}. */
  Expr positive(int most) {
    return Expr.primary(Integer.toString(choices.between(1, most)), Num.INT);
  }

  /** Often next to a power of two, where overflow and conversions show; never negative. */
  private long magnitude() {
    int bit = choices.pick(7, 8, 15, 16, 31, 32, 62, 63, 4, 24, 53);
    return switch (choices.next(4)) {
      case 0 -> (1L << bit) - 1;
      case 1 -> bit == 63 ? Long.MAX_VALUE : 1L << bit;
      case 2 -> bit == 63 ? Long.MAX_VALUE - 1 : (1L << bit) + 1;
      default -> choices.bits(bit);
    };
  }

  /** The type of a constant: the first in the list of ISO C 17, 6.4.4.1 that can hold it. */
  private Expr number(long value) {
    int base = choices.pick(10, 16, 8);
    String suffix = choices.pick("", "u", "L", "UL", "ll", "ull");
    String digits =
        switch (base) {
          case 16 -> "0x" + (choices.yes() ? Long.toHexString(value) : hexInCapitals(value));
          case 8 -> "0" + Long.toOctalString(value);
          default -> Long.toString(value);
        };
    boolean unsignedToo = base != 10;
    Num type =
        switch (suffix) {
          case "u" -> value >>> 32 == 0 ? Num.UNSIGNED : Num.UNSIGNED_LONG;
          case "L" -> Num.LONG;
          case "UL" -> Num.UNSIGNED_LONG;
          case "ll" -> Num.LONG_LONG;
          case "ull" -> Num.UNSIGNED_LONG_LONG;
          default ->
              value <= Integer.MAX_VALUE
                  ? Num.INT
                  : unsignedToo && value >>> 32 == 0 ? Num.UNSIGNED : Num.LONG;
        };
    return Expr.primary(digits + suffix, type);
  }

  private static String hexInCapitals(long value) {
    return Long.toHexString(value).toUpperCase(Locale.ROOT);
  }
}
