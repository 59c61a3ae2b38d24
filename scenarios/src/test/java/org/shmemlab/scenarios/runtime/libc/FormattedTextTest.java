package org.shmemlab.scenarios.runtime.libc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.primitives.ImmutableLongArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.model.memory.Fault;

class FormattedTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "%d|-42|-42",
        "%5d|-42|`  -42`",
        "%-5d|42|`42   `",
        "%05d|-42|-0042",
        "%+d|42|+42",
        "% d|42|` 42`",
        "%.5d|42|00042",
        "%8.5d|-42|`  -00042`",
        "%.0d|0|``",
        "%hhd|300|44",
        "%hd|70000|4464",
        "%u|-1|4294967295",
        "%lu|-1|18446744073709551615",
        "%x|-1|ffffffff",
        "%#X|48879|0XBEEF",
        "%#o|8|010",
        "%#.0o|0|0",
        "%c|65|A",
        "%p|0|(nil)",
        "%p|4096|0x1000",
        "%zu|-1|18446744073709551615",
      })
  void integers(String format, long value, String expected) {
    assertThat(format(format, value)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "%f|0.1|0.100000",
        "%.0f|0.5|0",
        "%.0f|1.5|2",
        "%#.0f|1|1.",
        "%.20f|0.1|0.10000000000000000555",
        "%e|12345.678|1.234568e+04",
        "%.0e|0|0e+00",
        "%g|0.0001|0.0001",
        "%g|0.00001|1e-05",
        "%g|1000000|1e+06",
        "%#g|1|1.00000",
        "%.3g|9.9995|10",
        "%a|1|0x1p+0",
        "%.1a|1.999|0x2.0p+0",
        "%08.2f|-3.14159|-0003.14",
        "%+F|Infinity|+INF",
        "%08f|NaN|`     nan`",
      })
  void floatingValues(String format, double value, String expected) {
    assertThat(format(format, Double.doubleToRawLongBits(value))).isEqualTo(expected);
  }

  @Test
  void largestValueHasAllItsDigits() {
    assertThat(format("%.0f", Double.doubleToRawLongBits(Double.MAX_VALUE)))
        .hasSize(309)
        .startsWith("179769313486231570814527423731704356798070");
  }

  @Test
  void starsTakeValuesAndNegativeOnesMeanLeftAndNone() {
    assertThat(format("[%*d][%*d][%.*d]", 4, 7, -4, 7, -1, 7)).isEqualTo("[   7][7   ][7]");
  }

  @Test
  void percentTakesNoValueAndMoreValuesThanNeededAreFine() {
    FormattedText text =
        new FormattedText("100%% of %d", new Given("", ImmutableLongArray.of(1, 2, 3)));
    assertThat(text.text()).isEqualTo("100% of 1");
    assertThat(text.taken()).isEqualTo(1);
  }

  @Test
  void stringsAreCutToThePrecisionAndPadded() {
    assertThat(
            new FormattedText("[%8.3s][%-4s]", new Given("abcdef", ImmutableLongArray.of(1, 1)))
                .text())
        .isEqualTo("[     abc][abcdef]");
  }

  @Test
  void nullStringsAreNamed() {
    assertThat(format("%s %.6s|%.5s|%9s", 0, 0, 0, 0)).isEqualTo("(null) (null)||   (null)");
  }

  @Test
  void aMissingValueNamesTheFormat() {
    assertThatThrownBy(() -> format("%d of %s\n", 1))
        .isInstanceOf(Fault.class)
        .hasMessage("the format \"%d of %s\\n\" has no value for '%s': only 1 is given");
  }

  @Test
  void whatIsNotSupportedIsAFault() {
    assertThatThrownBy(() -> format("%n", 1)).hasMessageContaining("%n, which is not supported");
    assertThatThrownBy(() -> format("%y", 1)).hasMessageContaining("unknown conversion '%y'");
    assertThatThrownBy(() -> format("50%", 1)).hasMessageContaining("unfinished conversion '%'");
    assertThatThrownBy(() -> format("%-8l", 1)).hasMessageContaining("conversion '%-8l'");
    assertThatThrownBy(() -> format("%999999999d", 1)).hasMessageContaining("at most 1048576");
  }

  private static String format(String format, long... values) {
    return new FormattedText(format, new Given("", ImmutableLongArray.copyOf(values))).text();
  }

  /** Values, and one string that every address but null points to. */
  record Given(String string, ImmutableLongArray values) implements FormattedText.Values {
    @Override
    public int count() {
      return values.length();
    }

    @Override
    public long get(int index, int bytes) {
      return values.get(index);
    }

    @Override
    public String string(long address, int limit) {
      return limit < 0 || limit > string.length() ? string : string.substring(0, limit);
    }

    @Override
    public String wideString(long address, int limit) {
      return string(address, limit);
    }
  }
}
