package org.shmemlab.conformance.inclusion;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableSetMultimap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.Multimaps;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** The inclusion chain of every test. */
public final class Chain {
  private final ImmutableList<Link> links;
  private final ImmutableListMultimap<String, Link> byTest;
  private final ImmutableSetMultimap<String, String> broken;

  private Chain(ImmutableList<Link> links) {
    this.links = links;
    this.byTest = Multimaps.index(links, Link::test);
    this.broken =
        links.stream()
            .filter(link -> link.inclusion() == Inclusion.BROKEN)
            .collect(ImmutableSetMultimap.toImmutableSetMultimap(Link::test, Link::inner));
  }

  /** Computes all links. */
  public static Chain of(Matrix matrix) {
    ImmutableList.Builder<Link> links = ImmutableList.builder();
    for (Row row : matrix.rows()) {
      links.addAll(within(row));
    }
    for (MoreOrder pair : MoreOrder.in(matrix)) {
      links.addAll(pair.links());
    }
    return new Chain(links.build());
  }

  private static ImmutableList<Link> within(Row row) {
    ImmutableList.Builder<Link> links = ImmutableList.builder();
    add(links, row, Relation.HARDWARE_IN_TRANSPORT, Column.OBSERVED, Column.OF_GPUS);
    add(links, row, Relation.HARDWARE_IN_SPECIFICATION, Column.OBSERVED, Column.STRICT);
    for (Column.Carried column : Column.carried()) {
      add(links, row, Relation.TRANSPORT_IN_SPECIFICATION, column, Column.STRICT);
    }
    for (Column.Specified column : Column.specified()) {
      add(links, row, Relation.SEQUENTIAL_IN_SPECIFICATION, Column.SEQUENTIAL, column);
    }
    add(links, row, Relation.LENIENT_IN_STRICT, Column.LENIENT, Column.STRICT);
    return links.build();
  }

  private static void add(
      ImmutableList.Builder<Link> links, Row row, Relation relation, Column inner, Column outer) {
    Entry less = row.entry(inner);
    Entry more = row.entry(outer);
    if (less.isEmpty() || more.isEmpty()) {
      return;
    }
    Inclusion inclusion = less.outcomes().within(more.outcomes());
    Optional<Known> known =
        inclusion == Inclusion.BROKEN ? Known.of(row.program(), relation, inner) : Optional.empty();
    ImmutableSortedSet<String> beyond = less.outcomes().beyond(more.outcomes());
    links.add(new Link(row.name(), relation, inner.key(), outer.key(), inclusion, beyond, known));
  }

  /** The links of one test. */
  public ImmutableList<Link> of(String test) {
    return byTest.get(test);
  }

  /** All links, in the order of the tests. */
  public ImmutableList<Link> links() {
    return links;
  }

  /** The links of one relation. */
  public Stream<Link> of(Relation relation) {
    return links.stream().filter(link -> link.relation() == relation);
  }

  /** How many links of a relation are so. */
  public long count(Relation relation, Inclusion inclusion) {
    return of(relation).filter(link -> link.inclusion() == inclusion).count();
  }

  /** The tests in which something known breaks the chain. */
  public ImmutableSortedSet<String> tests(Known known) {
    return links.stream()
        .filter(link -> link.known().filter(known::equals).isPresent())
        .map(Link::test)
        .collect(ImmutableSortedSet.toImmutableSortedSet(Comparator.naturalOrder()));
  }

  /** Whether what a column says of a test is not within what it has to be within. */
  boolean breaks(Row row, Column column) {
    return broken.containsEntry(row.name(), column.key());
  }

  /** Whether the chain holds, but for what is known. */
  public boolean holds() {
    return links.stream().noneMatch(Link::fails);
  }
}
