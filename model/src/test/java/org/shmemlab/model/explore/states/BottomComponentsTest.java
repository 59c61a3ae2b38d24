package org.shmemlab.model.explore.states;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class BottomComponentsTest {
  /** A state is in one if every state that it leads to leads back. */
  @Property(tries = 500)
  void whatLeadsToEachOtherAndNowhereElseIsOne(@ForAll("graphs") List<List<Integer>> graph) {
    int count = graph.size();
    List<BitSet> reached = IntStream.range(0, count).mapToObj(i -> reached(graph, i)).toList();
    List<Integer> nearest = new ArrayList<>();
    for (int state = 0; state < count; state++) {
      int here = state;
      boolean closed = reached.get(state).stream().allMatch(other -> reached.get(other).get(here));
      if (closed && reached.get(state).nextSetBit(0) == state) {
        nearest.add(state);
      }
    }
    BitSet all = new BitSet();
    all.set(0, count);
    assertThat(BottomComponents.nearest(all, firstSteps(graph), targets(graph)))
        .containsExactlyInAnyOrderElementsOf(nearest);
  }

  /** So long a way would be too deep for a method that calls itself. */
  @Property(tries = 1)
  void aLongWayEndsInOne() {
    List<List<Integer>> line = new ArrayList<>();
    for (int state = 0; state < 300_000; state++) {
      line.add(List.of(Math.min(state + 1, 299_999)));
    }
    BitSet all = new BitSet();
    all.set(0, line.size());
    assertThat(BottomComponents.nearest(all, firstSteps(line), targets(line)))
        .containsExactly(299_999);
  }

  private static BitSet reached(List<List<Integer>> graph, int from) {
    BitSet reached = new BitSet();
    List<Integer> open = new ArrayList<>(graph.get(from));
    while (!open.isEmpty()) {
      int state = open.removeLast();
      if (!reached.get(state)) {
        reached.set(state);
        open.addAll(graph.get(state));
      }
    }
    return reached;
  }

  private static int[] firstSteps(List<List<Integer>> graph) {
    int[] first = new int[graph.size() + 1];
    for (int state = 0; state < graph.size(); state++) {
      first[state + 1] = first[state] + graph.get(state).size();
    }
    return first;
  }

  private static int[] targets(List<List<Integer>> graph) {
    return graph.stream().flatMap(List::stream).mapToInt(target -> target).toArray();
  }

  @Provide
  Arbitrary<List<List<Integer>>> graphs() {
    return Arbitraries.integers()
        .between(1, 12)
        .flatMap(count ->
            Arbitraries.integers()
                .between(0, count - 1)
                .list()
                .ofMinSize(1)
                .ofMaxSize(3)
                .list()
                .ofSize(count));
  }
}
