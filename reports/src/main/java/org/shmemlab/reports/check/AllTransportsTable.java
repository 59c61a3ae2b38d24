package org.shmemlab.reports.check;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableSet.toImmutableSet;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.json.Document;
import org.shmemlab.reports.json.Schema;
import org.shmemlab.reports.page.BlockText;
import org.shmemlab.reports.page.Page;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageBlock.Paragraph;
import org.shmemlab.reports.page.PageBlock.Section;
import org.shmemlab.reports.page.PageBlock.Table.Cell;
import org.shmemlab.reports.page.PageBlock.Table.Choice;
import org.shmemlab.reports.page.PageBlock.Table.Column;
import org.shmemlab.reports.page.PageBlock.Tone;
import org.shmemlab.reports.page.PageProvenance;
import org.shmemlab.reports.page.Pages;
import org.shmemlab.reports.table.Table;

/**
 * Collects the verdicts of the specification and of each transport on litmus tests: one table, of
 * which text and page show the same blocks.
 */
public final class AllTransportsTable {
  private static final ImmutableList<String> LEGEND =
      ImmutableList.of(
          "y: some execution ends as the test asks; n: none does; undefined: nothing is promised;",
          "deadlock: some execution does not end; -: not possible there; ?: not every order was"
              + " seen.",
          "A transport is NVSHMEM 3.4.5, or the version after its @, with default settings.");

  private record Rejected(
      String file, String verdict, ImmutableList<ReportedFinding> diagnostics) {}

  private record Row(String test, ImmutableMap<String, String> cells) {}

  private final List<Object> results = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();
  private final List<PageBlock> rejected = new ArrayList<>();

  /** Adds a file that is no test: the findings give the reason. */
  public void reject(String file, List<ReportedFinding> findings) {
    results.add(new Rejected(file, "rejected", ImmutableList.copyOf(findings)));
    findings.forEach(finding -> rejected.add(new Paragraph(Tone.BAD, finding.toString())));
  }

  /**
   * Adds a litmus test.
   *
   * @param cells a mark by the name of a profile or transport: y, n, undefined, deadlock, - where
   *     it is not possible there, ? where not every order was seen
   */
  public void add(String test, ImmutableMap<String, String> cells) {
    Row row = new Row(test, cells);
    results.add(row);
    rows.add(row);
  }

  /** The table as lines of text; empty where there is no test. */
  public String text() {
    return rows.isEmpty() ? "" : BlockText.of(table());
  }

  /** The document, of the command's exit code. */
  public String json(int exitCode) {
    return Document.text(Schema.CHECK_TABLE, exitCode, results);
  }

  /** The page. */
  public String html(PageProvenance origin, int exitCode) {
    ImmutableList.Builder<PageBlock> blocks = ImmutableList.builder();
    if (!rows.isEmpty()) {
      blocks.addAll(table());
    }
    if (!rejected.isEmpty()) {
      blocks.add(new Section("rejected", "Not understood", ImmutableList.copyOf(rejected)));
    }
    String title =
        (rows.size() == 1 ? rows.get(0).test : rows.size() + " tests") + " under all transports";
    int differ = numbers(AllTransportsTable::transportsDiffer).size();
    return Pages.html(
        new Page(
            title,
            differ + " of " + rows.size() + " end differently over different transports.",
            origin,
            blocks.build(),
            Pages.tree(json(exitCode))));
  }

  /** A row for each test, a column for each profile and transport. */
  public Table rows() {
    Set<String> rules = new LinkedHashSet<>();
    rows.forEach(row -> rules.addAll(row.cells.keySet()));
    ImmutableList.Builder<Table.Column> columns = ImmutableList.builder();
    List<@Nullable String> tests = new ArrayList<>();
    rows.forEach(row -> tests.add(row.test));
    columns.add(new Table.Column("test", Table.Type.TEXT, false, tests));
    for (String name : rules) {
      List<@Nullable String> cells = new ArrayList<>();
      rows.forEach(row -> cells.add(row.cells.get(name)));
      columns.add(new Table.Column(name, Table.Type.TEXT, true, cells));
    }
    return new Table("tests", columns.build(), rows.size());
  }

  private ImmutableList<PageBlock> table() {
    ImmutableList<String> rules = rows.get(0).cells.keySet().asList();
    ImmutableList.Builder<Column> columns = ImmutableList.builder();
    columns.add(new Column("Test", false));
    rules.forEach(rule -> columns.add(new Column(rule, false)));
    ImmutableList.Builder<ImmutableList<Cell>> cells = ImmutableList.builder();
    for (Row row : rows) {
      cells.add(
          ImmutableList.<Cell>builder()
              .add(Cell.of(row.test))
              .addAll(
                  rules.stream()
                      .map(rule -> cell(String.valueOf(row.cells.get(rule))))
                      .collect(toImmutableList()))
              .build());
    }
    return ImmutableList.<PageBlock>builder()
        .add(
            new PageBlock.Table(
                "tests",
                "Verdict of each profile and transport on each test",
                columns.build(),
                cells.build(),
                ImmutableList.of(
                    new Choice(
                        "where transports differ", numbers(AllTransportsTable::transportsDiffer)),
                    new Choice(
                        "where nothing is promised, but every transport orders it",
                        numbers(AllTransportsTable::orderedEverywhere)))))
        .addAll(LEGEND.stream().map(Paragraph::new).toList())
        .build();
  }

  private ImmutableSet<Integer> numbers(Predicate<ImmutableMap<String, String>> chosen) {
    return IntStream.range(0, rows.size())
        .filter(row -> chosen.test(rows.get(row).cells))
        .boxed()
        .collect(toImmutableSet());
  }

  private static Cell cell(String mark) {
    return Cell.of(
        mark,
        switch (mark) {
          case "y" -> Tone.WARNING;
          case "deadlock" -> Tone.BAD;
          default -> Tone.PLAIN;
        });
  }

  private static boolean transportsDiffer(ImmutableMap<String, String> row) {
    return ofTransports(row).size() > 1;
  }

  // Such a test ends well wherever it is tried, and is wrong all the same.
  private static boolean orderedEverywhere(ImmutableMap<String, String> row) {
    return "undefined".equals(row.get(Profile.NVSHMEM.name()))
        && ofTransports(row).equals(Set.of("n"));
  }

  // The marks of transports, but for those where the test is not possible.
  private static Set<String> ofTransports(Map<String, String> row) {
    Set<String> profiles = Profile.all().map(Profile::name).collect(toImmutableSet());
    Set<String> marks = new LinkedHashSet<>();
    row.forEach((name, mark) -> {
      if (!profiles.contains(name) && !mark.equals("-")) {
        marks.add(mark);
      }
    });
    return marks;
  }
}
