package org.shmemlab.reports;

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
import org.shmemlab.model.spec.Profile;
import org.shmemlab.reports.page.Page;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageBlock.Paragraph;
import org.shmemlab.reports.page.PageBlock.Section;
import org.shmemlab.reports.page.PageBlock.Table;
import org.shmemlab.reports.page.PageBlock.Table.Cell;
import org.shmemlab.reports.page.PageBlock.Table.Choice;
import org.shmemlab.reports.page.PageBlock.Table.Column;
import org.shmemlab.reports.page.PageBlock.Tone;
import org.shmemlab.reports.page.PageProvenance;
import org.shmemlab.reports.page.Pages;

/**
 * Shows the answers of the specification and each transport about litmus tests, as an HTML page:
 * one table.
 */
public final class TransportTablePage implements TransportTableView {
  private final PageProvenance origin;
  private final TransportTableJson data = new TransportTableJson();
  private final List<String> tests = new ArrayList<>();
  private final List<ImmutableMap<String, String>> rows = new ArrayList<>();
  private final List<PageBlock> rejected = new ArrayList<>();

  /** A page without any test yet. */
  public TransportTablePage(PageProvenance origin) {
    this.origin = origin;
  }

  @Override
  public void rejected(String file, List<ReportedFinding> findings) {
    data.rejected(file, findings);
    findings.forEach(finding -> rejected.add(new Paragraph(Tone.BAD, finding.toString())));
  }

  @Override
  public void row(String test, ImmutableMap<String, String> cells) {
    data.row(test, cells);
    tests.add(test);
    rows.add(cells);
  }

  @Override
  public void end() {
    data.end();
  }

  /**
   * The page, once all is reported.
   *
   * @param exitCode of the command
   */
  public String html(int exitCode) {
    ImmutableSet<Integer> differ = numbers(TransportTablePage::transportsDiffer);
    ImmutableList.Builder<PageBlock> blocks = ImmutableList.builder();
    blocks.add(new Paragraph(String.join(" ", TransportTableText.LEGEND)));
    if (!rows.isEmpty()) {
      blocks.add(table(differ));
    }
    if (!rejected.isEmpty()) {
      blocks.add(new Section("rejected", "Not understood", ImmutableList.copyOf(rejected)));
    }
    String title =
        tests.size() == 1
            ? tests.get(0) + " under all transports"
            : tests.size() + " tests under all transports";
    return Pages.html(
        new Page(
            title,
            differ.size() + " of " + tests.size() + " end differently over different transports.",
            origin,
            blocks.build(),
            Pages.tree(data.text(exitCode))));
  }

  private Table table(ImmutableSet<Integer> differ) {
    ImmutableList<String> rules = rows.get(0).keySet().asList();
    ImmutableList.Builder<Column> columns = ImmutableList.builder();
    columns.add(new Column("Test", false));
    rules.forEach(rule -> columns.add(new Column(rule, false)));
    ImmutableList.Builder<ImmutableList<Cell>> cells = ImmutableList.builder();
    for (int i = 0; i < rows.size(); i++) {
      Map<String, String> marks = rows.get(i);
      cells.add(
          ImmutableList.<Cell>builder()
              .add(Cell.of(tests.get(i)))
              .addAll(
                  rules.stream()
                      .map(rule -> cell(String.valueOf(marks.get(rule))))
                      .collect(toImmutableList()))
              .build());
    }
    return new Table(
        "tests",
        "What each profile and transport makes of each test",
        columns.build(),
        cells.build(),
        ImmutableList.of(
            new Choice("where transports differ", differ),
            new Choice(
                "where nothing is promised, but every transport orders it",
                numbers(TransportTablePage::orderedEverywhere))));
  }

  private ImmutableSet<Integer> numbers(Predicate<ImmutableMap<String, String>> chosen) {
    return IntStream.range(0, rows.size())
        .filter(row -> chosen.test(rows.get(row)))
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

  // The answers of transports about it, but for those where it is not possible.
  private static Set<String> ofTransports(ImmutableMap<String, String> row) {
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
