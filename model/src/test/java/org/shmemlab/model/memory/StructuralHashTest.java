package org.shmemlab.model.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Tests that different structures have different numbers, by which states are distinguished. */
class StructuralHashTest {
  @Property
  void everyPartCountsInItsPlace(
      @ForAll long a, @ForAll long b, @ForAll long c, @ForAll long d, @ForAll long other) {
    long[] parts = {a, b, c, d};
    long all = StructuralHash.mix(a, b, c, d);
    assertThat(all).isEqualTo(StructuralHash.mix(parts[0], parts[1], parts[2], parts[3]));
    for (int i = 0; i < parts.length; i++) {
      long[] changed = parts.clone();
      changed[i] = other;
      if (other != parts[i]) {
        assertThat(StructuralHash.mix(changed[0], changed[1], changed[2], changed[3]))
            .isNotEqualTo(all);
      }
    }
    if (a != b) {
      assertThat(StructuralHash.mix(a, b)).isNotEqualTo(StructuralHash.mix(b, a));
      assertThat(StructuralHash.mix(a, b, c)).isNotEqualTo(StructuralHash.mix(b, a, c));
    }
  }

  @Property
  void partsMayComeOneAfterAnother(@ForAll long a, @ForAll long b, @ForAll long c, @ForAll long d) {
    long all = StructuralHash.mix(a, b, c, d);
    assertThat(StructuralHash.with(StructuralHash.with(StructuralHash.mix(a, b), c), d))
        .isEqualTo(all);
    assertThat(StructuralHash.with(StructuralHash.mix(a), b, c, d)).isEqualTo(all);
    assertThat(StructuralHash.with(StructuralHash.mix(a, b), c, d)).isEqualTo(all);
  }

  @Test
  void smallNumbersDoNotMeet() {
    Set<Long> seen = new HashSet<>();
    for (long a = -20; a < 20; a++) {
      for (long b = -20; b < 20; b++) {
        assertThat(seen.add(StructuralHash.mix(a, b))).isTrue();
        assertThat(seen.add(StructuralHash.mix(a, b, 0))).isTrue();
      }
    }
  }

  /** To {@link String#hashCode} and its like, the pairs are the same. */
  @Test
  void textsSetsAndBytesThatJavaTakesForOneDoNotMeet() {
    Set<Long> seen = new HashSet<>();
    for (String text : List.of("Aa", "BB", "", "\0", "AaAa", "AaBB", "BBAa", "BBBB")) {
      assertThat(seen.add(StructuralHash.mix(text))).as(text).isTrue();
    }
    assertThat(StructuralHash.mix(new byte[] {0, 31}))
        .isNotEqualTo(StructuralHash.mix(new byte[] {1, 0}));
    assertThat(StructuralHash.mix(BitSet.valueOf(new long[] {0, 1})))
        .isNotEqualTo(StructuralHash.mix(BitSet.valueOf(new long[] {2})));
  }

  @Property
  void partsWithoutOrderHaveNone(@ForAll List<Long> parts, @ForAll long another) {
    List<Long> reversed = parts.reversed();
    assertThat(of(reversed)).isEqualTo(of(parts));
    assertThat(of(Collections.nCopies(2, another))).isNotEqualTo(of(List.of(another)));
    MultisetHash more = of(parts, another);
    assertThat(more.hash()).isNotEqualTo(of(parts));
  }

  private static long of(List<Long> parts) {
    MultisetHash all = new MultisetHash();
    parts.forEach(all::add);
    return all.hash();
  }

  private static MultisetHash of(List<Long> parts, long another) {
    MultisetHash all = new MultisetHash();
    parts.forEach(all::add);
    all.add(another);
    return all;
  }

  /** The bytes of 1 and of 7936, which is 31 in the next byte, once collided. */
  @Test
  void bytesOfDifferentWordsAreDifferent() {
    long[] words = LongStream.rangeClosed(0, 20_000).toArray();
    long different = Arrays.stream(words).map(word -> bytes(word).hash()).distinct().count();
    assertThat(different).isEqualTo(words.length);
    assertThat(new Bytes(3).hash()).isNotEqualTo(new Bytes(4).hash());
  }

  @Test
  void whatHoldsNoValueIsNotZero() {
    Bytes unset = bytes(0);
    unset.unset(0, 8, new Uninitialized(1, "x"));
    Bytes elsewhere = bytes(0);
    elsewhere.unset(0, 8, new Uninitialized(1, "y"));
    assertThat(Set.of(bytes(0).hash(), unset.hash(), elsewhere.hash())).hasSize(3);
  }

  private static Bytes bytes(long word) {
    return new Bytes(ByteBuffer.allocate(8).putLong(word).array());
  }
}
