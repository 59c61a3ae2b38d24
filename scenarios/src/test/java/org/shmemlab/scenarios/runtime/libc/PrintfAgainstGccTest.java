package org.shmemlab.scenarios.runtime.libc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableLongArray;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Thousands of formats, compared byte for byte with the output of glibc's printf. */
class PrintfAgainstGccTest {
  private static final char END = '\u001e';
  private static final String TEXT = "the quick brown fox\u00e4\u0001";

  private static final long[] INTEGERS = {
    0,
    1,
    -1,
    7,
    8,
    42,
    -42,
    127,
    128,
    -128,
    255,
    256,
    32767,
    32768,
    -32768,
    65535,
    65536,
    1234567,
    0x7FFFFFFFL,
    -0x80000000L,
    0xFFFFFFFFL,
    0x100000000L,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };

  private static final double[] REALS = {
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1.5,
    2.5,
    3.5,
    0.25,
    0.125,
    0.1,
    0.2,
    0.3,
    1.005,
    9.995,
    99.5,
    9.9999995,
    999999.5,
    0.00001,
    0.0001,
    0.00012345,
    0.000099999999,
    123456789.0,
    1e15,
    1e16,
    1e21,
    1e22,
    1e23,
    1e100,
    1e-100,
    4.35,
    2.675,
    1.0 / 3,
    2.0 / 3,
    1e6,
    999999.0,
    1e5,
    Double.MAX_VALUE,
    Double.MIN_VALUE,
    Double.MIN_NORMAL,
    0x0.8p-1022,
    0x1.fffffffffffffp0,
    0x1.8p0,
    0x1.08p0,
    0x1.18p0,
    0x1.ffp-3,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.NaN
  };

  /** One call of printf. */
  private record Case(String format, ImmutableList<String> arguments, ImmutableLongArray values) {}

  @TempDir Path folder;

  private final SplittableRandom random = new SplittableRandom(20261121);
  private final List<Case> cases = new ArrayList<>();

  @Test
  void everyFormatGivesTheSameBytes() {
    integers();
    reals();
    stringsAndPointers();
    severalAtOnce();
    String[] expected = Gcc.run(folder, program()).split(String.valueOf(END), -1);
    assertThat(expected).hasSize(cases.size() + 1);
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < cases.size(); i++) {
      Case one = cases.get(i);
      String ours =
          new FormattedText(one.format, new FormattedTextTest.Given(TEXT, one.values)).text();
      if (!ours.equals(expected[i])) {
        differences.add(one.format + one.arguments + ": " + ours + " is not " + expected[i]);
      }
    }
    assertThat(differences).isEmpty();
  }

  private void integers() {
    for (String conversion : List.of("d", "i", "u", "o", "x", "X")) {
      for (long value : INTEGERS) {
        add("%" + conversion, value);
        add("%l" + conversion, value);
      }
      for (int i = 0; i < 400; i++) {
        String length = pick("", "hh", "h", "l", "ll", "j", "z", "t");
        add("%" + flags() + width() + precision() + length + conversion, integer());
      }
    }
  }

  private void reals() {
    for (String conversion : List.of("f", "F", "e", "E", "g", "G", "a", "A")) {
      for (double value : REALS) {
        addReal("%" + conversion, value);
        addReal("%.0" + conversion, value);
        addReal("%.1" + conversion, value);
        addReal("%.17" + conversion, value);
        addReal("%#." + conversion, value);
      }
      for (int i = 0; i < 500; i++) {
        addReal("%" + flags() + width() + precision() + pick("", "l") + conversion, real());
      }
    }
    addReal("%.400f", Double.MIN_VALUE);
    addReal("%.1100e", Double.MIN_VALUE);
    addReal("%.1000g", Double.MAX_VALUE);
    addReal("%.60a", 1.0 / 3);
  }

  private void stringsAndPointers() {
    for (int i = 0; i < 150; i++) {
      String field = (random.nextBoolean() ? "-" : "") + width() + precision();
      cases.add(new Case("%" + field + "s", ImmutableList.of("text"), ImmutableLongArray.of(1)));
      cases.add(
          new Case("%" + field + "s", ImmutableList.of("(char *)0"), ImmutableLongArray.of(0)));
      add("%" + (random.nextBoolean() ? "-" : "") + width() + "c", random.nextInt(256));
      long address = i % 3 == 0 ? 0 : random.nextLong();
      add("%" + pick("", "-", "+", " ") + width() + "p", address);
    }
  }

  private void severalAtOnce() {
    cases.add(
        new Case(
            "%d%%, %5.1f|%-10s|%c%lld",
            ImmutableList.of("5", real(2.25), "text", "66", "-9LL"),
            ImmutableLongArray.of(5, Double.doubleToRawLongBits(2.25), 1, 66, -9)));
    for (int i = 0; i < 100; i++) {
      int width = random.nextInt(41) - 20;
      int precision = random.nextInt(14) - 2;
      long value = integer();
      double real = real();
      cases.add(
          new Case(
              "%*.*ld and %-*.*g",
              ImmutableList.of(
                  width + "", precision + "", value(value), width + "", precision + "", real(real)),
              ImmutableLongArray.of(
                  width, precision, value, width, precision, Double.doubleToRawLongBits(real))));
    }
  }

  private void add(String format, long value) {
    cases.add(new Case(format, ImmutableList.of(value(value)), ImmutableLongArray.of(value)));
  }

  private void addReal(String format, double value) {
    cases.add(
        new Case(
            format,
            ImmutableList.of(real(value)),
            ImmutableLongArray.of(Double.doubleToRawLongBits(value))));
  }

  private static String value(long value) {
    return "(long)0x" + Long.toHexString(value) + "UL";
  }

  private static String real(double value) {
    return "real(0x" + Long.toHexString(Double.doubleToRawLongBits(value)) + "UL)";
  }

  private String program() {
    StringBuilder source = new StringBuilder();
    source
        .append("#include <stdio.h>\n#include <string.h>\n")
        .append("static double real(unsigned long bits) ")
        .append("{ double d; memcpy(&d, &bits, 8); return d; }\n")
        .append("static const char text[] = ")
        .append(Gcc.literal(TEXT))
        .append(";\nint main(void) {\n");
    for (Case one : cases) {
      source
          .append("printf(")
          .append(Gcc.literal(one.format + END))
          .append(", ")
          .append(String.join(", ", one.arguments))
          .append(");\n");
    }
    return source.append("return 0;\n}\n").toString();
  }

  // ---------------------------------------------------------------- parts of formats

  private String flags() {
    StringBuilder flags = new StringBuilder();
    for (String flag : List.of("-", "+", " ", "#", "0")) {
      if (random.nextInt(3) == 0) {
        flags.append(flag);
      }
    }
    return flags.toString();
  }

  private String width() {
    return pick("", "", "1", "4", "9", "15", "30");
  }

  private String precision() {
    return pick("", "", ".", ".0", ".1", ".2", ".5", ".6", ".10", ".17", ".25");
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private long integer() {
    return random.nextBoolean()
        ? INTEGERS[random.nextInt(INTEGERS.length)]
        : random.nextLong() >> random.nextInt(64);
  }

  private double real() {
    return switch (random.nextInt(4)) {
      case 0 -> REALS[random.nextInt(REALS.length)];
      case 1 -> random.nextInt(-100_000, 100_000) / 1000.0;
      case 2 -> Math.scalb(random.nextDouble(-1, 1), random.nextInt(-60, 60));
      default -> Double.longBitsToDouble(random.nextLong());
    };
  }
}
