package org.shmemlab.conformance.inclusion;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.shmemlab.reports.check.CheckText;
import org.shmemlab.reports.finding.BoundWords;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageBlock.Facts;
import org.shmemlab.reports.page.PageBlock.Folded;
import org.shmemlab.reports.page.PageBlock.Listing;
import org.shmemlab.reports.page.PageBlock.Paragraph;
import org.shmemlab.reports.page.PageBlock.SideBySide;
import org.shmemlab.reports.page.PageBlock.Table;
import org.shmemlab.reports.page.PageBlock.Table.Cell;
import org.shmemlab.scenarios.judge.LitmusAnswer;
import org.shmemlab.scenarios.judge.LitmusJudgement;

/**
 * Writes one test in full: its program, the outcomes of each column, the inclusions, and the output
 * of a check.
 *
 * @param links of the chain, those of this test
 * @param id of its part of the page
 */
record TestPart(Row row, ImmutableList<ChainLink> links, String id) {
  Folded block() {
    ImmutableList.Builder<PageBlock> blocks = ImmutableList.builder();
    if (!row.program().test().why().isEmpty()) {
      blocks.add(new Paragraph(row.program().test().why()));
    }
    blocks.add(
        new SideBySide(
            listing("The test", row.program().test().source().text(), true), outcomes()));
    blocks.add(new Facts(chain()));
    blocks.addAll(WitnessPart.blocks(row, id));
    checks(blocks);
    return new Folded(id, row.name(), false, blocks.build());
  }

  private Table outcomes() {
    TreeSet<String> all = new TreeSet<>();
    for (Column column : Column.all()) {
      all.addAll(row.entry(column).outcomes().values());
    }
    return new Table(
        id + "-outcomes",
        "Outcomes, and the columns that show them",
        ImmutableList.of(
            new Table.Column("Outcome", false),
            new Table.Column("Shown by", false),
            new Table.Column("Seen on GPUs", true)),
        all.stream()
            .map(values ->
                ImmutableList.of(
                    Cell.of(values),
                    Cell.of(columnsWith(values)),
                    Cell.of(BoundWords.number(row.seen().counts().getOrDefault(values, 0L)))))
            .collect(ImmutableList.toImmutableList()));
  }

  private String columnsWith(String values) {
    return Column.all().stream()
        .filter(column -> row.entry(column).outcomes().values().contains(values))
        .map(Column::key)
        .collect(Collectors.joining(", "));
  }

  private ImmutableMap<String, String> chain() {
    ImmutableMap.Builder<String, String> words = ImmutableMap.builder();
    for (InclusionRelation relation : InclusionRelation.values()) {
      ImmutableList<ChainLink> its =
          links.stream()
              .filter(link -> link.relation() == relation)
              .collect(ImmutableList.toImmutableList());
      if (!its.isEmpty()) {
        long holds = its.stream().filter(link -> link.inclusion() == Inclusion.HOLDS).count();
        StringBuilder said =
            new StringBuilder(
                holds == its.size() ? "holds" : holds + " of " + its.size() + " hold");
        its.stream()
            .filter(link -> link.inclusion() != Inclusion.HOLDS)
            .forEach(link -> said.append("; ").append(link));
        words.put(relation.words(), said.toString());
      }
    }
    return words.buildOrThrow();
  }

  // The strict reading in full; the others where they say something else.
  private void checks(ImmutableList.Builder<PageBlock> blocks) {
    LitmusAnswer strict = row.judgement().answers().get(0);
    for (LitmusAnswer answer : row.judgement().answers()) {
      boolean same =
          !answer.equals(strict)
              && answer.verdict().equals(strict.verdict())
              && answer.outcomes().equals(strict.outcomes());
      blocks.add(
          same
              ? new Paragraph(answer.profile().name() + ": the same.")
              : listing("What check prints under " + answer.profile().name(), text(answer), false));
    }
  }

  private String text(LitmusAnswer answer) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
      new CheckText(out, out, true)
          .litmus(new LitmusJudgement(row.program().test(), ImmutableList.of(answer)));
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static Listing listing(String title, String text, boolean numbered) {
    ImmutableList.Builder<Listing.Line> lines = ImmutableList.builder();
    int number = 0;
    for (String line : text.stripTrailing().lines().toList()) {
      lines.add(new Listing.Line(numbered ? ++number : 0, line, "", 0, 0, ""));
    }
    return new Listing(title, lines.build());
  }
}
