package org.shmemlab.conformance.inclusion;

import static org.shmemlab.conformance.inclusion.MatrixPage.escape;

import com.google.common.collect.ImmutableList;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.shmemlab.reports.CheckText;
import org.shmemlab.scenarios.judge.LitmusAnswer;
import org.shmemlab.scenarios.judge.LitmusJudgement;

/**
 * One test in full: its program, who shows which outcome, the chain, and what a check prints.
 *
 * @param links of the chain, those of this test
 */
record TestSection(Row row, ImmutableList<Link> links) {
  String text() {
    StringBuilder section = new StringBuilder("<section id=\"").append(escape(row.name()));
    section.append("\">\n<h3>").append(escape(row.name())).append("</h3>\n<p><a href=\"#row:");
    section.append(escape(row.name())).append("\">Back to its row</a></p>\n<p>");
    section.append(escape(row.program().test().why())).append("</p>\n<pre>");
    section.append(escape(row.program().test().source().text())).append("</pre>\n");
    outcomes(section);
    chain(section);
    checks(section);
    return section.append("</section>\n").toString();
  }

  private void outcomes(StringBuilder section) {
    TreeSet<String> all = new TreeSet<>();
    for (Column column : Column.all()) {
      all.addAll(row.entry(column).outcomes().values());
    }
    section.append("<h4>Outcomes</h4>\n<dl>\n");
    for (String values : all) {
      section.append("<dt><code>").append(escape(values)).append("</code></dt><dd>");
      section.append(escape(who(values))).append("</dd>\n");
    }
    section.append("</dl>\n");
  }

  private String who(String values) {
    String who =
        Column.all().stream()
            .filter(column -> row.entry(column).outcomes().values().contains(values))
            .map(Column::key)
            .collect(Collectors.joining(", "));
    Long count = row.seen().counts().get(values);
    return count == null ? who : who + " " + count + " times";
  }

  private void chain(StringBuilder section) {
    section.append("<h4>Chain</h4>\n<ul>\n");
    for (Relation relation : Relation.values()) {
      ImmutableList<Link> its =
          links.stream()
              .filter(link -> link.relation() == relation)
              .collect(ImmutableList.toImmutableList());
      if (!its.isEmpty()) {
        long holds = its.stream().filter(link -> link.inclusion() == Inclusion.HOLDS).count();
        section.append("<li>").append(relation.words()).append(": ");
        section.append(holds == its.size() ? "holds" : holds + " of " + its.size() + " hold");
        its.stream()
            .filter(link -> link.inclusion() != Inclusion.HOLDS)
            .forEach(link -> section.append("; ").append(escape(link.toString())));
        section.append("</li>\n");
      }
    }
    section.append("</ul>\n");
  }

  // The strict reading in full; the others where they say something else.
  private void checks(StringBuilder section) {
    section.append("<h4>As <code>check</code> prints it</h4>\n");
    LitmusAnswer strict = row.judgement().answers().get(0);
    for (LitmusAnswer answer : row.judgement().answers()) {
      boolean same =
          !answer.equals(strict)
              && answer.verdict().equals(strict.verdict())
              && answer.outcomes().equals(strict.outcomes());
      if (same) {
        section.append("<p>").append(escape(answer.profile().name())).append(": the same.</p>\n");
      } else {
        section.append("<pre>").append(escape(check(answer))).append("</pre>\n");
      }
    }
  }

  private String check(LitmusAnswer answer) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
      new CheckText(out, out, true)
          .litmus(new LitmusJudgement(row.program().test(), ImmutableList.of(answer)));
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
