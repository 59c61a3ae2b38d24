package org.shmemlab.transports.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class PairBytesTest {
  @Property(tries = 50)
  void itIsAMapFromPairsToSums(@ForAll @Size(max = 3000) List<@IntRange(max = 2000) Integer> from) {
    PairBytes table = new PairBytes();
    Map<List<Integer>, Long> expected =
        new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
    for (int i = 0; i < from.size(); i++) {
      int to = i * 7 % 11;
      table.add(from.get(i), to, i);
      expected.merge(List.of(from.get(i), to), (long) i, Long::sum);
    }
    Map<List<Integer>, Long> found = new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
    table.each((a, b, bytes) -> found.put(List.of(a, b), bytes));
    assertThat(found).isEqualTo(expected);
  }
}
