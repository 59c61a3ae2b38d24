package org.shmemlab.scenarios.runtime.libc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts of numbers, right and wrong ones: value and end as strtol, strtoul, strtod of glibc. */
class NumberTextAgainstGccTest {
  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "+",
          "-",
          "0",
          "-0",
          "+7",
          "--7",
          "42",
          "  42",
          "\t\n\u000b\f\r 42x",
          "0x",
          "0x1F",
          "0X1fg",
          "0xg",
          "-0x10",
          "0x-10",
          "017",
          "018",
          "08",
          "0b101",
          "z",
          "Zz9",
          "12345678901234567890",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775808",
          "-9223372036854775809",
          "18446744073709551615",
          "18446744073709551616",
          "-18446744073709551615",
          "-1",
          "99999999999999999999999999",
          "1_000",
          "1,000",
          "\u00a042",
          "\u00e9",
          "7\u00b2",
          "1.5",
          ".5",
          "5.",
          ".",
          "-.",
          "+.e5",
          "1e",
          "1e+",
          "1e5",
          "1e+5",
          "1E-5",
          "1e5.5",
          "1.5e3x",
          "1e400",
          "-1e400",
          "1e-400",
          "4.9e-324",
          "2.4703282292062327e-324",
          "2.4703282292062328e-324",
          "1.7976931348623158e308",
          "1.7976931348623159e308",
          "0.1",
          "3.14159265358979323846",
          "9007199254740993",
          "9007199254740992.9999999999999999999999",
          "1e99999999999999999999",
          "0e99999999999999999999",
          "1e-99999999999999999999",
          "0x1p4",
          "0x1.8p-1",
          "0x.8",
          "0x.p1",
          "0x.",
          "0x1p",
          "0x1p+",
          "0x1.fffffffffffff8p0",
          "0x1.fffffffffffff7p0",
          "0x1p-1074",
          "0x1p-1075",
          "0x1.8p-1075",
          "0x1p1024",
          "0x1p99999999999",
          "0x123456789abcdef01",
          "inf",
          "INF",
          "-inf",
          "infinit",
          "Infinity",
          "infinityx",
          "in",
          "nan",
          "-nan",
          "NaN()",
          "nan(",
          "nan(1)",
          "nan(0x12)",
          "nan(abc)",
          "nan(a b)",
          "nan(99999999999999999999)",
          "nan(_)",
          "nanx",
          "1d",
          "1f",
          "1.0L");

  private static final List<Integer> BASES = List.of(0, 2, 8, 10, 16, 36, 1, 37, -1);

  @TempDir Path folder;

  @Test
  void everyTextGivesTheSameValueAndEnd() {
    List<String> texts = texts();
    List<String> ours = new ArrayList<>();
    StringBuilder calls = new StringBuilder();
    for (String text : texts) {
      calls.append("all(").append(Gcc.literal(text)).append(");\n");
      for (int base : BASES) {
        ours.add(line("l" + base, text, integer(base, NumberText.signed(text, base))));
        ours.add(line("u" + base, text, integer(base, NumberText.unsigned(text, base))));
      }
      ours.add(line("d", text, NumberText.floating(text)));
    }
    String printed = Gcc.run(folder, program(calls.toString()));
    assertThat(ours).containsExactlyElementsOf(List.of(printed.split("\u001e\n")));
  }

  /** The given texts and mutations of them. */
  private static List<String> texts() {
    SplittableRandom random = new SplittableRandom(7);
    List<String> texts = new ArrayList<>(TEXTS);
    String characters = "0123456789abcdefxXpP+-. ein()";
    for (int i = 0; i < 600; i++) {
      StringBuilder text = new StringBuilder(TEXTS.get(random.nextInt(TEXTS.size())));
      for (int change = random.nextInt(3); change >= 0; change--) {
        int at = random.nextInt(text.length() + 1);
        text.insert(at, characters.charAt(random.nextInt(characters.length())));
      }
      texts.add(text.toString());
    }
    for (int i = 0; i < 600; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      texts.add(Double.toString(value));
      texts.add(Double.toHexString(value));
    }
    return texts;
  }

  // An unknown base gives 0 and leaves the end alone; CNumbers sees to that.
  private static NumberText integer(int base, NumberText number) {
    return NumberText.isBase(base) ? number : new NumberText(0, -1);
  }

  private static String line(String call, String text, NumberText number) {
    return call + " [" + text + "] " + Long.toHexString(number.bits()) + " " + number.end();
  }

  private static String program(String calls) {
    String bases = BASES.toString().replace('[', '{').replace(']', '}');
    return """
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    static void one(const char *call, const char *text, unsigned long bits, char *end) {
      printf("%%s [%%s] %%lx %%ld\\036\\n", call, text, bits, end ? end - text : -1L);
    }
    static void all(const char *text) {
      int bases[] = %s;
      char call[9], *end;
      for (int i = 0; i < sizeof bases / sizeof *bases; i++) {
        end = 0;
        unsigned long bits = strtol(text, &end, bases[i]);
        sprintf(call, "l%%d", bases[i]);
        one(call, text, bits, end);
        end = 0;
        bits = strtoul(text, &end, bases[i]);
        sprintf(call, "u%%d", bases[i]);
        one(call, text, bits, end);
      }
      end = 0;
      double real = strtod(text, &end);
      unsigned long bits;
      memcpy(&bits, &real, 8);
      one("d", text, bits, end);
    }
    int main(void) {
    %s
      return 0;
    }
    """
        .formatted(bases, calls);
  }
}
