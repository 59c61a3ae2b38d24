package org.shmemlab.conformance.inclusion;

import com.google.common.base.Ascii;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.Optional;
import java.util.stream.Collectors;
import org.shmemlab.conformance.inclusion.MatrixEntry.Meaning;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageBlock.Diagram;
import org.shmemlab.reports.page.PageBlock.Packed;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.spacetime.Diagrams;
import org.shmemlab.scenarios.spacetime.SpaceTime;

/**
 * Writes witnesses of a test's cells: for each meaning, a schedule of the first profile and of the
 * first transport whose cell has it.
 *
 * @param id of the test's part of the page
 */
record WitnessPart(Row row, Diagrams diagrams, String id) {
  private static final long STATES = 100_000;

  static ImmutableList<PageBlock> blocks(Row row, String id) {
    WitnessPart part =
        new WitnessPart(row, Diagrams.of(row.program(), Long.MAX_VALUE, () -> false), id);
    ImmutableList.Builder<PageBlock> blocks = ImmutableList.builder();
    for (Meaning meaning : Meaning.values()) {
      part.of(Column.specified(), meaning, "profile").ifPresent(blocks::add);
      part.of(Column.carried(), meaning, "transport").ifPresent(blocks::add);
    }
    return blocks.build();
  }

  private Optional<Packed> of(
      ImmutableList<? extends Column> columns, Meaning meaning, String owner) {
    ImmutableList<? extends Column> its =
        columns.stream()
            .filter(column -> row.entry(column).meaning() == meaning)
            .collect(ImmutableList.toImmutableList());
    if (its.isEmpty()) {
      return Optional.empty();
    }
    Column first = its.get(0);
    MatrixEntry entry = row.entry(first);
    Semantics semantics = semantics(first);
    String name = id + "-" + Ascii.toLowerCase(meaning.name()) + "-" + owner;
    return picture(entry, semantics)
        .map(picture ->
            new Packed(
                name,
                how(entry)
                    + " under "
                    + its.stream().map(Column::key).collect(Collectors.joining(", ")),
                new Diagram(
                    name + "-diagram",
                    "A shortest schedule under " + first.key(),
                    picture,
                    diagrams.source())));
  }

  private static String how(MatrixEntry entry) {
    return switch (entry.meaning()) {
      case APPEARS -> "How " + entry.asked().first().replaceFirst(";$", "") + " comes about";
      case HANGS -> "How an execution comes not to end";
      case UNDEFINED -> "How two accesses come to conflict";
      case NEVER, REFUSED, UNKNOWN, NOT_RUN -> "";
    };
  }

  private Optional<SpaceTime> picture(MatrixEntry entry, Semantics semantics) {
    return switch (entry.meaning()) {
      case APPEARS -> {
        String asked = entry.asked().first();
        yield Optional.ofNullable(
                diagrams.schedules(ImmutableSet.of(asked), semantics, STATES).get(asked))
            .flatMap(witness -> diagrams.of(witness.choices(), semantics));
      }
      case HANGS, UNDEFINED -> entry.finding().flatMap(finding -> diagrams.of(finding, semantics));
      case NEVER, REFUSED, UNKNOWN, NOT_RUN -> Optional.empty();
    };
  }

  private Semantics semantics(Column column) {
    return switch (column) {
      case Column.Specified specified -> new Semantics.Promised(specified.profile());
      case Column.Carried carried ->
          new Semantics.Implemented(carried.transport(), carried.pesPerNode(row.program()));
      case Column.Sequential _, Column.Observed _ ->
          throw new IllegalArgumentException(column.key() + " has no schedules");
    };
  }
}
