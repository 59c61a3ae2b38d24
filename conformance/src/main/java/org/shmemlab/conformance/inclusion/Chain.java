package org.shmemlab.conformance.inclusion;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableSetMultimap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.Multimaps;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** Computes the inclusion chain of every test. */
public final class Chain {
  private final ImmutableList<ChainLink> links;
  private final ImmutableListMultimap<String, ChainLink> byTest;
  private final ImmutableSetMultimap<String, String> broken;

  private Chain(ImmutableList<ChainLink> links) {
    this.links = links;
    this.byTest = Multimaps.index(links, ChainLink::test);
    this.broken =
        links.stream()
            .filter(link -> link.inclusion() == Inclusion.BROKEN)
            .collect(
                ImmutableSetMultimap.toImmutableSetMultimap(ChainLink::test, ChainLink::inner));
  }

  /** Computes all links. */
  public static Chain of(Matrix matrix) {
    ImmutableList.Builder<ChainLink> links = ImmutableList.builder();
    for (Row row : matrix.rows()) {
      links.addAll(within(row));
    }
    for (MoreOrder pair : MoreOrder.in(matrix)) {
      links.addAll(pair.links());
    }
    return new Chain(links.build());
  }

  private static ImmutableList<ChainLink> within(Row row) {
    ImmutableList.Builder<ChainLink> links = ImmutableList.builder();
    add(links, row, InclusionRelation.HARDWARE_IN_TRANSPORT, Column.OBSERVED, Column.OF_GPUS);
    add(links, row, InclusionRelation.HARDWARE_IN_SPECIFICATION, Column.OBSERVED, Column.STRICT);
    for (Column.Carried column : Column.carried()) {
      add(links, row, InclusionRelation.TRANSPORT_IN_SPECIFICATION, column, Column.STRICT);
    }
    for (Column.Specified column : Column.specified()) {
      add(links, row, InclusionRelation.SEQUENTIAL_IN_SPECIFICATION, Column.SEQUENTIAL, column);
    }
    add(links, row, InclusionRelation.LENIENT_IN_STRICT, Column.LENIENT, Column.STRICT);
    return links.build();
  }

  private static void add(
      ImmutableList.Builder<ChainLink> links,
      Row row,
      InclusionRelation relation,
      Column inner,
      Column outer) {
    MatrixEntry less = row.entry(inner);
    MatrixEntry more = row.entry(outer);
    if (less.isEmpty() || more.isEmpty()) {
      return;
    }
    Inclusion inclusion = less.outcomes().within(more.outcomes());
    Optional<KnownViolation> known =
        inclusion == Inclusion.BROKEN
            ? KnownViolation.of(row.program(), relation, inner)
            : Optional.empty();
    ImmutableSortedSet<String> beyond = less.outcomes().beyond(more.outcomes());
    links.add(
        new ChainLink(row.name(), relation, inner.key(), outer.key(), inclusion, beyond, known));
  }

  /** The links of one test. */
  public ImmutableList<ChainLink> of(String test) {
    return byTest.get(test);
  }

  /** All links, in the order of the tests. */
  public ImmutableList<ChainLink> links() {
    return links;
  }

  /** The links of one relation. */
  public Stream<ChainLink> of(InclusionRelation relation) {
    return links.stream().filter(link -> link.relation() == relation);
  }

  /** How many links of a relation are so. */
  public long count(InclusionRelation relation, Inclusion inclusion) {
    return of(relation).filter(link -> link.inclusion() == inclusion).count();
  }

  /** The tests in which something known breaks the chain. */
  public ImmutableSortedSet<String> tests(KnownViolation known) {
    return links.stream()
        .filter(link -> link.known().filter(known::equals).isPresent())
        .map(ChainLink::test)
        .collect(ImmutableSortedSet.toImmutableSortedSet(Comparator.naturalOrder()));
  }

  /** Whether what a column says of a test is not within what it has to be within. */
  boolean breaks(Row row, Column column) {
    return broken.containsEntry(row.name(), column.key());
  }
}
