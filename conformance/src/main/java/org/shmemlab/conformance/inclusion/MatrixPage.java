package org.shmemlab.conformance.inclusion;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Maps;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.shmemlab.conformance.inclusion.MatrixEntry.Meaning;
import org.shmemlab.reports.page.Page;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageBlock.Facts;
import org.shmemlab.reports.page.PageBlock.Folded;
import org.shmemlab.reports.page.PageBlock.Paragraph;
import org.shmemlab.reports.page.PageBlock.Section;
import org.shmemlab.reports.page.PageBlock.Table;
import org.shmemlab.reports.page.PageBlock.Table.Cell;
import org.shmemlab.reports.page.PageBlock.Table.Choice;
import org.shmemlab.reports.page.PageBlock.Tone;
import org.shmemlab.reports.page.PageProvenance;
import org.shmemlab.reports.page.Pages;

/**
 * Writes the matrix as a page: a table of tests and columns, whose cells lead to a part for each
 * test.
 */
public final class MatrixPage {
  /** Keeps a sign and a number in one line, and apart: "- 1" is no number. */
  private static final String NO_BREAK = "\u00a0";

  private final Matrix matrix;
  private final Chain chain;
  private final ImmutableList<Column> columns = Column.all();

  private MatrixPage(Matrix matrix, Chain chain) {
    this.matrix = matrix;
    this.chain = chain;
  }

  /** The text of the page. */
  public static String html(Matrix matrix, Chain chain, PageProvenance origin) {
    return Pages.html(new MatrixPage(matrix, chain).page(origin));
  }

  /** The page. */
  static Page page(Matrix matrix, Chain chain, PageProvenance origin) {
    return new MatrixPage(matrix, chain).page(origin);
  }

  private Page page(PageProvenance origin) {
    long broken = chain.links().stream().filter(ChainLink::fails).count();
    return new Page(
        "Models and outcomes",
        matrix.rows().size()
            + " tests under "
            + columns.size()
            + " semantics, on transports and on real GPUs: "
            + (broken == 0
                ? "each is within what it has to be within, or it is known why not."
                : broken + " comparisons fail, and nothing known says why."),
        origin,
        ImmutableList.of(
            new Section("matrix", "Matrix", table()),
            new Section("chain", "Who has to be within whom", chain()),
            new Section("tests", "Tests", tests())),
        data());
  }

  // ---------------------------------------------------------------- the table

  private ImmutableList<PageBlock> table() {
    ImmutableList.Builder<Table.Column> heads = ImmutableList.builder();
    heads.add(new Table.Column("Test", false), new Table.Column("Folder", false));
    columns.forEach(column -> heads.add(new Table.Column(column.key(), false)));
    heads.add(new Table.Column("Within", false));
    return ImmutableList.of(
        new Paragraph(
            "Every litmus test of the catalogue where each operation is complete at once (SC),"
                + " under each reading of the specification, on each transport with its default"
                + " settings, and on real GPUs. A cell shows what becomes of the outcome that the"
                + " test asks for, and how many outcomes there are; it leads to the test, with a"
                + " schedule that comes to it. Green: the outcome does not appear. Amber: it does,"
                + " or some execution does not end. Red: the cell is not within the set that has to"
                + " contain it. The last column says whether all cells of its row are (holds), or"
                + " whether it is known why not (known), or not (broken)."),
        new Facts(signs()),
        new Folded("columns", "What the columns are", false, ImmutableList.of(new Facts(titles()))),
        new Table(
            "matrix-table",
            "The outcome asked for, and the number of outcomes",
            heads.build(),
            IntStream.range(0, matrix.rows().size())
                .mapToObj(this::cells)
                .collect(ImmutableList.toImmutableList()),
            choices()));
  }

  private static ImmutableMap<String, String> signs() {
    ImmutableMap.Builder<String, String> signs = ImmutableMap.builder();
    for (Meaning meaning : Meaning.values()) {
      signs.put(meaning.sign(), meaning.words());
    }
    return signs.put("#", "after a sign: not within the set that has to contain it").buildOrThrow();
  }

  private ImmutableMap<String, String> titles() {
    return columns.stream()
        .collect(ImmutableMap.toImmutableMap(Column::key, Column::title, (one, other) -> one));
  }

  private ImmutableList<Cell> cells(int number) {
    Row row = matrix.rows().get(number);
    String link = id(number);
    ImmutableList.Builder<Cell> cells = ImmutableList.builder();
    cells.add(new Cell(row.name(), Tone.PLAIN, link), Cell.of(row.folder()));
    for (Column column : columns) {
      MatrixEntry entry = row.entry(column);
      boolean counts = !entry.isEmpty() && !entry.outcomes().anything();
      boolean broken = chain.breaks(row, column);
      cells.add(
          new Cell(
              entry.meaning().sign()
                  + (counts ? NO_BREAK + entry.outcomes().values().size() : "")
                  + (broken ? "#" : ""),
              broken ? Tone.BAD : tone(entry.meaning()),
              link));
    }
    return cells
        .add(
            isBroken(row)
                ? new Cell("broken", Tone.BAD, link)
                : isWhole(row)
                    ? new Cell("holds", Tone.GOOD, link)
                    : new Cell("known", Tone.WARNING, link))
        .build();
  }

  private static Tone tone(Meaning meaning) {
    return switch (meaning) {
      case NEVER -> Tone.GOOD;
      case APPEARS, HANGS -> Tone.WARNING;
      case UNDEFINED, REFUSED, UNKNOWN, NOT_RUN -> Tone.PLAIN;
    };
  }

  private boolean isBroken(Row row) {
    return chain.of(row.name()).stream().anyMatch(ChainLink::fails);
  }

  private boolean isWhole(Row row) {
    return chain.of(row.name()).stream().allMatch(link -> link.inclusion() == Inclusion.HOLDS);
  }

  private ImmutableList<Choice> choices() {
    return ImmutableList.of(
        choice("profiles differ", row -> differ(row, Column.specified().stream())),
        choice("transports differ", row -> differ(row, Column.carried().stream())),
        choice(
            "GPUs showed less than their transport",
            row ->
                !row.entry(Column.OBSERVED).isEmpty()
                    && !row.entry(Column.OBSERVED)
                        .outcomes()
                        .values()
                        .containsAll(row.entry(Column.OF_GPUS).outcomes().values())),
        choice("not within, and it is known why", row -> !isWhole(row) && !isBroken(row)),
        choice("broken", this::isBroken));
  }

  private Choice choice(String title, Predicate<Row> chosen) {
    return new Choice(
        title,
        IntStream.range(0, matrix.rows().size())
            .filter(row -> chosen.test(matrix.rows().get(row)))
            .boxed()
            .collect(ImmutableSet.toImmutableSet()));
  }

  private static boolean differ(Row row, Stream<? extends Column> columns) {
    return columns
            .map(row::entry)
            .filter(entry -> !entry.isEmpty())
            .map(MatrixEntry::outcomes)
            .distinct()
            .count()
        > 1;
  }

  // ---------------------------------------------------------------- the chain

  private ImmutableList<PageBlock> chain() {
    ImmutableMap.Builder<String, String> sums = ImmutableMap.builder();
    for (InclusionRelation relation : InclusionRelation.values()) {
      sums.put(relation.words(), Sums.of(chain, relation));
    }
    ImmutableList.Builder<PageBlock> blocks = ImmutableList.builder();
    blocks.add(new Facts(sums.buildOrThrow()));
    links(blocks, "broken", "Broken, and nothing known says why", ChainLink::fails);
    for (KnownViolation known : KnownViolation.values()) {
      links(
          blocks,
          "known-" + known.ordinal(),
          "Known: " + known.words(),
          link -> link.known().equals(Optional.of(known)));
    }
    links(
        blocks,
        "unknown",
        "Not explored far enough",
        link -> link.inclusion() == Inclusion.UNKNOWN);
    return blocks.build();
  }

  // Unknown entries stand open.
  private void links(
      ImmutableList.Builder<PageBlock> blocks,
      String id,
      String title,
      Predicate<ChainLink> chosen) {
    ImmutableList<ChainLink> links =
        chain.links().stream().filter(chosen).collect(ImmutableList.toImmutableList());
    if (!links.isEmpty()) {
      blocks.add(
          new Folded(
              id,
              title + " (" + links.size() + ")",
              id.equals("broken"),
              ImmutableList.of(
                  new Table(
                      id + "-table",
                      title,
                      ImmutableList.of(
                          new Table.Column("Test", false), new Table.Column("What", false)),
                      links.stream()
                          .map(link ->
                              ImmutableList.of(
                                  new Cell(link.test(), Tone.PLAIN, id(link.test())),
                                  Cell.of(link.how())))
                          .collect(ImmutableList.toImmutableList())))));
    }
  }

  // ---------------------------------------------------------------- the tests

  private ImmutableList<PageBlock> tests() {
    return IntStream.range(0, matrix.rows().size())
        .mapToObj(number -> {
          Row row = matrix.rows().get(number);
          return new TestPart(row, chain.of(row.name()), id(number)).block();
        })
        .collect(ImmutableList.toImmutableList());
  }

  private static String id(int row) {
    return "test-" + row;
  }

  // Of two that compare tests with each other, the first one is linked.
  private String id(String test) {
    return IntStream.range(0, matrix.rows().size())
        .filter(row -> matrix.rows().get(row).name().equals(test))
        .mapToObj(MatrixPage::id)
        .findFirst()
        .orElse("");
  }

  // ---------------------------------------------------------------- as data

  private record OfTest(String test, String folder, ImmutableMap<String, OfColumn> columns) {}

  private record OfColumn(Meaning meaning, ImmutableSet<String> outcomes) {}

  private ImmutableList<OfTest> data() {
    return matrix.rows().stream()
        .map(row ->
            new OfTest(
                row.name(),
                row.folder(),
                ImmutableMap.copyOf(
                    Maps.transformValues(
                        columns.stream()
                            .collect(ImmutableMap.toImmutableMap(Column::key, row::entry)),
                        entry ->
                            new OfColumn(
                                entry.meaning(), ImmutableSet.copyOf(entry.outcomes().values()))))))
        .collect(ImmutableList.toImmutableList());
  }
}
