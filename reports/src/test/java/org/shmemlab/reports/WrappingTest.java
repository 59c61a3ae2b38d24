package org.shmemlab.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class WrappingTest {
  @Test
  void aSentenceIsBrokenAtSpacesAndIndented() {
    assertThat(Wrapping.lines("a.cu:1:2: error: the put of PE 0", 20))
        .containsExactly("a.cu:1:2: error: the", "  put of PE 0");
    assertThat(Wrapping.lines("  repair: insert a fence", 12))
        .containsExactly("  repair:", "    insert a", "    fence");
  }

  @Test
  void aWordThatIsTooLongStaysWhole() {
    assertThat(Wrapping.lines("averylongpath/file.cu:1: error: no", 8))
        .containsExactly("averylongpath/file.cu:1:", "  error:", "  no");
    assertThat(Wrapping.lines("averylongpath/file.cu", 8)).containsExactly("averylongpath/file.cu");
  }

  @Property
  void nothingIsLost(
      @ForAll List<@IntRange(min = 1, max = 30) Integer> lengths,
      @ForAll @IntRange(min = 1, max = 60) int width) {
    String sentence = String.join(" ", lengths.stream().map("x"::repeat).toList());
    List<String> lines = Wrapping.lines(sentence, width);
    assertThat(String.join(" ", lines.stream().map(String::strip).toList())).isEqualTo(sentence);
    assertThat(lines).allMatch(line -> line.length() <= width || !line.strip().contains(" "));
  }
}
