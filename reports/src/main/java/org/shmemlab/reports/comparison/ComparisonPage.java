package org.shmemlab.reports.comparison;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.shmemlab.reports.page.Page;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageBlock.Folded;
import org.shmemlab.reports.page.PageBlock.Paragraph;
import org.shmemlab.reports.page.PageBlock.Section;
import org.shmemlab.reports.page.PageBlock.Table;
import org.shmemlab.reports.page.PageBlock.Table.Cell;
import org.shmemlab.reports.page.PageBlock.Table.Column;
import org.shmemlab.reports.page.PageBlock.Tone;
import org.shmemlab.reports.page.PageProvenance;
import org.shmemlab.reports.page.PageTables;
import org.shmemlab.reports.page.Pages;
import org.shmemlab.scenarios.judge.Outcome;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.scenarios.observed.Compared;
import org.shmemlab.scenarios.observed.Observed;
import org.shmemlab.scenarios.observed.ResultComparison;
import org.shmemlab.scenarios.observed.Results;

/**
 * Shows results of real machines next to the allowed outcomes, as a page: a table, and each test
 * below it.
 */
public final class ComparisonPage {
  private static final String OF_TESTS =
      "Instances: how often a test ran on the machine. Seen, specified and by transport: how many"
          + " different outcomes came about there, how many the specification allows, and how many"
          + " the rules of the transport allow. Asked for: how many instances ended as the test"
          + " asks. A test whose verdict is undefined may end in any way.";

  private static final String OF_PROGRAMS =
      "As predicted: whether the program printed on the machine what it prints here. Announced:"
          + " what the comment at its head says is wrong in it. A program with a conflict may print"
          + " something else.";

  private ComparisonPage() {}

  /**
   * The page.
   *
   * @param exitCode of the command
   */
  public static String html(
      List<Results> results, ResultComparison comparison, PageProvenance origin, int exitCode) {
    ImmutableList.Builder<ImmutableList<Cell>> rows = ImmutableList.builder();
    ImmutableList.Builder<PageBlock> details = ImmutableList.builder();
    int number = 0;
    for (Compared test : comparison.tests()) {
      String id = "test-" + ++number;
      rows.add(
          ImmutableList.of(
              new Cell(test.name(), Tone.PLAIN, id),
              Cell.of(ComparisonRows.mark(test), tone(test)),
              Cell.of(test.verdict().map(Verdict::word).orElse("unknown")),
              Cell.of(String.valueOf(test.instances())),
              Cell.of(String.valueOf(test.seen())),
              Cell.of(String.valueOf(test.answer().outcomes().size())),
              Cell.of(test.shown().map(one -> "" + one.outcomes().size()).orElse("")),
              Cell.of(String.valueOf(test.witnesses())),
              Cell.of(String.valueOf(test.timeouts()))));
      details.add(new Folded(id, test.name(), false, details(id, test)));
    }
    List<PageBlock> sections = new ArrayList<>();
    if (!comparison.tests().isEmpty()) {
      sections.add(
          new Section(
              "tests",
              "Tests",
              ImmutableList.of(
                  new Paragraph(OF_TESTS),
                  new Table(
                      "tests-table",
                      "Observed outcomes next to allowed ones; a name leads to the test",
                      columns(),
                      rows.build()))));
      sections.add(new Section("each", "Each test", details.build()));
    }
    if (!comparison.programs().isEmpty()) {
      sections.add(
          new Section(
              "programs",
              "Programs",
              ImmutableList.of(
                  new Paragraph(OF_PROGRAMS),
                  PageTables.of(
                      "programs-table",
                      "How programs ended, and whether they printed what the model prints",
                      ComparisonRows.programs(comparison, "programs"),
                      comparison.programs().size()))));
    }
    return Pages.html(
        new Page(
            "Real machines next to the allowed outcomes",
            summary(comparison),
            origin,
            ImmutableList.copyOf(sections),
            Pages.tree(ComparisonRows.json(results, comparison, exitCode))));
  }

  private static String summary(ResultComparison comparison) {
    long wrong = comparison.tests().stream().filter(test -> tone(test) == Tone.BAD).count();
    return comparison.tests().size()
        + " tests, "
        + (wrong == 0 ? "all" : comparison.tests().size() - wrong + " of them")
        + " inside what is allowed; "
        + comparison.programs().size()
        + " runs of programs.";
  }

  private static Tone tone(Compared test) {
    return switch (ComparisonRows.mark(test)) {
      case "WRONG" -> Tone.BAD;
      case "broken" -> Tone.WARNING;
      case "ok" -> Tone.GOOD;
      default -> Tone.PLAIN;
    };
  }

  private static ImmutableList<Column> columns() {
    return ImmutableList.of(
        new Column("Test", false),
        new Column("Result", false),
        new Column("Verdict", false),
        new Column("Instances", true),
        new Column("Seen", true),
        new Column("Specified", true),
        new Column("By transport", true),
        new Column("Asked for", true),
        new Column("Timeouts", true));
  }

  private static ImmutableList<PageBlock> details(String id, Compared test) {
    ImmutableList.Builder<PageBlock> blocks = ImmutableList.builder();
    if (!test.unexplained().isEmpty()) {
      blocks.add(
          new Paragraph(
              Tone.BAD, "Nothing accounts for: " + String.join(" | ", test.unexplained())));
    }
    if (!test.forbidden().isEmpty()) {
      blocks.add(
          new Paragraph(
              Tone.WARNING, "The specification forbids: " + String.join(" | ", test.forbidden())));
    }
    Map<String, Long> seen =
        test.observed().stream()
            .flatMap(observed -> observed.outcomes().stream())
            .collect(
                Collectors.groupingBy(
                    Observed.Count::values,
                    TreeMap::new,
                    Collectors.summingLong(Observed.Count::count)));
    List<String> specified = test.answer().outcomes().stream().map(Outcome::values).toList();
    List<String> shown =
        test.shown().map(TransportAnswer::outcomes).orElse(ImmutableList.of()).stream()
            .map(Outcome::values)
            .toList();
    TreeSet<String> all = new TreeSet<>(seen.keySet());
    all.addAll(specified);
    all.addAll(shown);
    ImmutableList.Builder<ImmutableList<Cell>> rows = ImmutableList.builder();
    for (String values : all) {
      rows.add(
          ImmutableList.of(
              Cell.of(values),
              Cell.of(String.valueOf(seen.getOrDefault(values, 0L))),
              Cell.of(specified.contains(values) ? "yes" : "no"),
              Cell.of(test.shown().isEmpty() ? "" : shown.contains(values) ? "yes" : "no")));
    }
    blocks.add(
        new Table(
            id + "-outcomes",
            "Outcomes of " + test.name(),
            ImmutableList.of(
                new Column("Outcome", false),
                new Column("Seen", true),
                new Column("Specified", false),
                new Column("By transport", false)),
            rows.build()));
    blocks.add(
        new PageBlock.Listing(
            test.name(),
            test.observed()
                .get(0)
                .program()
                .test()
                .source()
                .text()
                .lines()
                .map(line -> new PageBlock.Listing.Line(0, line, "", 0, 0, ""))
                .collect(ImmutableList.toImmutableList())));
    return blocks.build();
  }
}
