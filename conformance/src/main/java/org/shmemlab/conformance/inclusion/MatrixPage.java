package org.shmemlab.conformance.inclusion;

import com.google.common.collect.ImmutableList;
import com.google.common.html.HtmlEscapers;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.shmemlab.conformance.inclusion.Entry.Meaning;

/**
 * The matrix as one HTML page that needs no network and no script: a table of tests and columns,
 * whose cells lead to a section for each test.
 */
public final class MatrixPage {
  private static final String STYLE =
      """
      :root { color-scheme: light dark; }
      body { font: 1rem/1.5 system-ui, sans-serif; margin: 1rem auto; max-width: 75rem;
        padding: 0 1rem; overflow-wrap: break-word; }
      .wide { overflow: auto; max-height: 85vh; }
      summary { cursor: pointer; }
      dl.signs { display: grid; grid-template-columns: max-content 1fr; gap: 0 .75rem; }
      dl.signs dt { text-align: center; min-width: 1.5rem; } dl.signs dd { margin: 0; }
      table { border-collapse: collapse; font-size: .85rem; }
      th, td { border: 1px solid #8888; padding: .15rem .35rem; }
      td { text-align: center; white-space: nowrap; }
      td a { color: inherit; text-decoration: none; display: block; }
      td a:hover, td a:focus { text-decoration: underline; }
      thead th { vertical-align: bottom; writing-mode: vertical-rl; text-align: left;
        position: sticky; top: 0; background: Canvas; z-index: 1; }
      tbody th { text-align: left; font-weight: normal; white-space: nowrap; position: sticky;
        left: 0; background: Canvas; }
      tbody th.folder { font-weight: bold; }
      .never { background: #2a7a2a22; } .appears { background: #d9a40044; }
      .undefined { background: #8888; } .hangs { background: #7a3fb055; }
      .refused, .unknown, .not_run { background: transparent; }
      td.broken { outline: 2px solid #c00; outline-offset: -2px; font-weight: bold; }
      pre { overflow-x: auto; border-left: 3px solid #8888; padding-left: .75rem;
        font-size: .85rem; }
      section { border-top: 1px solid #8888; margin-top: 1.5rem; }
      section:target, tr:target { outline: 2px solid Highlight; outline-offset: 2px; }
      li.fails { font-weight: bold; }
      @media (max-width: 40rem) { tbody th { white-space: normal; min-width: 7rem; }
        table { font-size: .75rem; } dd { margin-left: 1rem; } }
      @media print { body { max-width: none; }
        .wide { overflow: visible; max-height: none; }
        table { font-size: .5rem; } pre { white-space: pre-wrap; }
        section { break-inside: avoid; } tbody th { position: static; } }
      """;

  private final Matrix matrix;
  private final Chain chain;
  private final ImmutableList<Column> columns = Column.all();
  private final StringBuilder page = new StringBuilder();

  private MatrixPage(Matrix matrix, Chain chain) {
    this.matrix = matrix;
    this.chain = chain;
  }

  /** The text of the page. */
  public static String text(Matrix matrix, Chain chain) {
    return new MatrixPage(matrix, chain).text();
  }

  static String escape(String text) {
    return HtmlEscapers.htmlEscaper().escape(text);
  }

  private String text() {
    page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.append("<title>Who allows what</title>\n<style>\n").append(STYLE).append("</style>\n");
    page.append("</head>\n<body>\n<main>\n<h1>Who allows what</h1>\n");
    page.append(
        """
        <p>Every litmus test of the catalogue where each operation is complete at once (SC), under
        each reading of the specification, on each transport with its default settings, and on real
        GPUs. A cell shows what becomes of the outcome that the test asks for, and how many outcomes
        there are; it leads to the test: its program, who shows which outcome, and what a check
        of it says, with the conflict and the order that is missing where there is one.</p>
        """);
    chain();
    legend();
    table();
    page.append("<h2>Tests</h2>\n");
    for (Row row : matrix.rows()) {
      page.append(new TestSection(row, chain.of(row.name())).text());
    }
    return page.append("</main>\n</body>\n</html>\n").toString();
  }

  private void legend() {
    page.append("<h2>Matrix</h2>\n<dl class=\"signs\">\n");
    for (Meaning meaning : Meaning.values()) {
      String name = meaning.name().toLowerCase(Locale.ROOT);
      page.append("<dt class=\"").append(name).append("\"><code>").append(meaning.sign());
      page.append("</code></dt><dd>").append(escape(meaning.words())).append("</dd>\n");
    }
    page.append(
        "<dt><code>#</code></dt><dd>behind a sign: not within what it has to be within</dd>");
    page.append("\n</dl>\n<details>\n<summary>What the columns are</summary>\n<ul>\n");
    for (Column column : columns) {
      page.append("<li><code>").append(escape(column.key())).append("</code> ");
      page.append(escape(column.title())).append("</li>\n");
    }
    page.append("</ul>\n</details>\n");
  }

  private void chain() {
    page.append("<h2>The chain</h2>\n<ul>\n");
    for (Relation relation : Relation.values()) {
      page.append("<li>").append(relation.words()).append(": ");
      page.append(Sums.of(chain, relation)).append("</li>\n");
    }
    page.append("</ul>\n");
    links("Broken, and nothing known says why", "fails", Link::fails);
    for (Known known : Known.values()) {
      links("Known: " + known.words(), "known", link -> link.known().equals(Optional.of(known)));
    }
    links("Not explored far enough", "unknown", link -> link.inclusion() == Inclusion.UNKNOWN);
  }

  // What is not known stands open.
  private void links(String title, String style, Predicate<Link> chosen) {
    ImmutableList<Link> links =
        chain.links().stream().filter(chosen).collect(ImmutableList.toImmutableList());
    if (links.isEmpty()) {
      return;
    }
    page.append(style.equals("fails") ? "<details open=\"open\">" : "<details>")
        .append("<summary>");
    page.append(escape(title)).append(" (").append(links.size()).append(")</summary>\n<ul>\n");
    for (Link link : links) {
      page.append("<li class=\"").append(style).append("\"><a href=\"#");
      page.append(escape(link.test())).append("\">").append(escape(link.test()));
      page.append("</a>: ").append(escape(link.how())).append("</li>\n");
    }
    page.append("</ul>\n</details>\n");
  }

  private void table() {
    page.append("<div class=\"wide\">\n<table>\n");
    page.append("<caption>Outcome asked for, and number of outcomes</caption>\n");
    page.append("<thead><tr><th scope=\"col\">test</th>");
    for (Column column : columns) {
      page.append("<th scope=\"col\">").append(escape(column.key())).append("</th>");
    }
    page.append("<th scope=\"col\">chain</th></tr></thead>\n");
    String folder = "";
    for (Row row : matrix.rows()) {
      if (!row.folder().equals(folder)) {
        page.append(folder.isEmpty() ? "" : "</tbody>\n");
        folder = row.folder();
        page.append("<tbody>\n<tr><th class=\"folder\" scope=\"rowgroup\" colspan=\"");
        page.append(columns.size() + 2).append("\">").append(escape(folder)).append("</th></tr>\n");
      }
      row(row);
    }
    page.append("</tbody>\n</table>\n</div>\n");
  }

  private void row(Row row) {
    String link = "<a href=\"#" + escape(row.name()) + "\">";
    page.append("<tr id=\"row:").append(escape(row.name()));
    page.append("\"><th scope=\"row\">").append(link).append(escape(row.name()));
    page.append("</a></th>");
    for (Column column : columns) {
      Entry entry = row.entry(column);
      boolean broken = chain.breaks(row, column);
      page.append("<td class=\"").append(entry.meaning().name().toLowerCase(Locale.ROOT));
      page.append(broken ? " broken" : "").append("\" title=\"").append(escape(column.key()));
      page.append(": ")
          .append(escape(entry.meaning().words()))
          .append("\">")
          .append(link)
          .append(entry.meaning().sign());
      if (!entry.isEmpty() && !entry.outcomes().anything()) {
        page.append(entry.outcomes().values().size());
      }
      page.append(broken ? "#</a></td>" : "</a></td>");
    }
    ImmutableList<Link> links = chain.of(row.name());
    String state =
        links.stream().anyMatch(Link::fails)
            ? "broken"
            : links.stream().allMatch(one -> one.inclusion() == Inclusion.HOLDS)
                ? "holds"
                : "known";
    page.append("<td>").append(link).append(state).append("</a></td></tr>\n");
  }
}
