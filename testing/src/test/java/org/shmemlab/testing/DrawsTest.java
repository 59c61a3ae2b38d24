package org.shmemlab.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

class DrawsTest {
  @Property
  void aShareIsNeitherNothingNorMoreThanTheWhole(
      @ForAll @IntRange(min = 1, max = 10_000) int whole,
      @ForAll @DoubleRange(min = 0.01, max = 1) double share) {
    int part = Draws.part(whole, share);
    assertThat(part).isBetween(Math.min(whole, Draws.LEAST), whole);
    assertThat(part).isGreaterThanOrEqualTo((int) (whole * share));
    assertThat(Draws.part(whole, 1)).isEqualTo(whole);
  }

  @Property
  void aShareOfACatalogueIsSpreadOverAllOfIt(
      @ForAll @IntRange(min = 1, max = 500) int size, @ForAll @IntRange(min = 1, max = 500) int n) {
    List<Integer> whole = IntStream.range(0, size).boxed().toList();
    int number = Math.min(n, size);
    List<Integer> some = Draws.spread(whole, number);
    assertThat(some).hasSize(number).doesNotHaveDuplicates().isSorted();
    assertThat(whole).containsAll(some);
    assertThat(some.get(0)).isZero();
    assertThat(some.get(number - 1)).isGreaterThanOrEqualTo(size - 1 - size / number);
  }

  @Property
  void onlyAShareIsAShare(@ForAll @DoubleRange(min = -5, max = 0) double none) {
    for (String text : List.of("", "half", "2", "NaN", Double.toString(none))) {
      assertThatThrownBy(() -> Draws.share(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'" + text + "'");
    }
    assertThat(Draws.share("0.05")).isEqualTo(0.05);
  }
}
