package org.shmemlab.conformance.inclusion;

import com.google.common.base.CharMatcher;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Pairs two tests that differ only in order: one has calls that order more, and blocks where the
 * other does not.
 */
record MoreOrder(Row less, Row more) {
  private static final ImmutableSet<String> ORDERS =
      ImmutableSet.of("nvshmem_fence();", "nvshmem_quiet();", "nvshmem_barrier_all();");

  /** All such pairs of the same folder. */
  static ImmutableList<MoreOrder> in(Matrix matrix) {
    ImmutableList.Builder<MoreOrder> pairs = ImmutableList.builder();
    for (Row less : matrix.rows()) {
      for (Row more : matrix.rows()) {
        if (!less.equals(more)
            && less.folder().equals(more.folder())
            && addsOrder(statements(less), statements(more))) {
          pairs.add(new MoreOrder(less, more));
        }
      }
    }
    return pairs.build();
  }

  /** The program and its question, line by line, without indentation, sentence and verdicts. */
  private static ImmutableList<String> statements(Row row) {
    return row.program()
        .test()
        .source()
        .text()
        .lines()
        .dropWhile(line -> !line.startsWith("{"))
        .takeWhile(line -> !line.startsWith("expect"))
        .map(CharMatcher.whitespace()::trimFrom)
        .filter(line -> !line.isEmpty())
        .collect(ImmutableList.toImmutableList());
  }

  private static boolean addsOrder(List<String> less, List<String> more) {
    Deque<String> left = new ArrayDeque<>(less);
    for (String line : more) {
      String next = left.peek();
      if (next != null && (next.equals(line) || next.replace("_nbi(", "(").equals(line))) {
        left.remove();
      } else if (next != null
          && next.equals("nvshmem_fence();")
          && line.equals("nvshmem_quiet();")) {
        left.remove();
      } else if (!ORDERS.contains(line)) {
        return false;
      }
    }
    return left.isEmpty();
  }

  /** The answers of each column about the two; hardware does not repeat its orders. */
  ImmutableList<ChainLink> links() {
    ImmutableList.Builder<ChainLink> links = ImmutableList.builder();
    for (Column column : Column.all()) {
      MatrixEntry with = more.entry(column);
      MatrixEntry without = less.entry(column);
      if (!column.equals(Column.OBSERVED) && !with.isEmpty() && !without.isEmpty()) {
        links.add(
            new ChainLink(
                more.name(),
                InclusionRelation.MORE_ORDER,
                column.key(),
                less.name(),
                with.outcomes().within(without.outcomes()),
                with.outcomes().beyond(without.outcomes()),
                Optional.empty()));
      }
    }
    return links.build();
  }
}
