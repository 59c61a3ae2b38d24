package org.shmemlab.cli.check;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.shmemlab.cli.export.Exports;
import org.shmemlab.cli.export.Forms;
import org.shmemlab.cli.export.Report;
import org.shmemlab.cli.shell.VersionProvider;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.check.AllTransportsTable;
import org.shmemlab.reports.check.CheckJson;
import org.shmemlab.reports.check.CheckPage;
import org.shmemlab.reports.check.CheckPictures;
import org.shmemlab.reports.check.CheckRows;
import org.shmemlab.reports.check.CheckText;
import org.shmemlab.reports.check.CheckView;
import org.shmemlab.reports.diagram.Drawing;
import org.shmemlab.reports.json.Schema;
import org.shmemlab.reports.review.CheckJunit;
import org.shmemlab.reports.review.CheckSarif;

/**
 * Holds the reports of one check: text while it runs or at its end, or JSON, and the exports then.
 *
 * @param views in the order in which they receive results
 * @param text printed at the end where no JSON is asked for
 * @param document for {@code --json}, of the exit code
 * @param page for {@code --report}, of the exit code
 */
record CheckReports(
    AllViews views,
    Supplier<String> text,
    IntFunction<String> document,
    Forms forms,
    Optional<IntFunction<String>> page) {

  /**
   * How results are shown.
   *
   * @param facts what a page says of where its numbers come from
   * @param drawing how schedules are drawn as text; empty for tables
   */
  record Shown(
      boolean json,
      Exports exports,
      Report report,
      ImmutableMap<String, String> facts,
      Optional<Drawing> drawing,
      PrintStream out,
      PrintStream err,
      boolean single) {
    /** Prints why a file is refused, where no JSON is asked for. */
    void refused(List<ReportedFinding> findings) {
      if (!json) {
        out.flush();
        findings.forEach(finding -> err.print(finding + "\n"));
        err.flush();
      }
    }
  }

  /**
   * Of a check under profiles and of schedules that are run again, of a check under a transport, or
   * of a comparison with interleavings.
   *
   * @param schema says which
   */
  static CheckReports of(Shown shown, Schema schema) {
    CheckJson document = new CheckJson(schema);
    Forms forms = new Forms().with(".json", document::text);
    ImmutableList.Builder<CheckView> exported = ImmutableList.builder();
    if (schema != Schema.CHECK_ROBUST) {
      CheckSarif log = new CheckSarif(VersionProvider.number());
      CheckRows rows = new CheckRows();
      CheckJunit cases = new CheckJunit();
      exported.add(log, rows, cases);
      forms
          .with(".sarif", _ -> log.text())
          .with(".xml", _ -> cases.text())
          .table("findings", rows::findingsTable)
          .table("outcomes", rows::outcomesTable)
          .table("files", rows::filesTable);
    }
    if (schema == Schema.CHECK) {
      CheckPictures pictures = new CheckPictures();
      exported.add(pictures);
      forms.with(".svg", _ -> pictures.svg()).with(".dot", _ -> pictures.dot());
    }
    shown.exports.check(forms);
    shown.report.check();
    boolean exports = !shown.exports.isEmpty();
    ImmutableList.Builder<CheckView> views = ImmutableList.builder();
    views.add(
        shown.json ? document : new CheckText(shown.out, shown.err, shown.single, shown.drawing));
    if (exports) {
      views.addAll(exported.build());
    }
    if (!shown.json && (exports || shown.report.wanted())) {
      views.add(document);
    }
    Optional<IntFunction<String>> html = Optional.empty();
    if (shown.report.wanted()) {
      CheckPage page =
          new CheckPage(shown.report.origin(shown.facts), shown.single, document::text);
      views.add(page);
      html = Optional.of(page::html);
    }
    return new CheckReports(new AllViews(views.build()), () -> "", document::text, forms, html);
  }

  /** Of a table of tests under all transports. */
  static CheckReports of(Shown shown, AllTransportsTable table) {
    Forms forms = new Forms().with(".json", table::json).table("tests", table::rows);
    shown.exports.check(forms);
    shown.report.check();
    Optional<IntFunction<String>> page =
        shown.report.wanted()
            ? Optional.of(exitCode -> table.html(shown.report.origin(shown.facts), exitCode))
            : Optional.empty();
    AllViews none = new AllViews(ImmutableList.of());
    return new CheckReports(none, table::text, table::json, forms, page);
  }

  /** Prints and exports all results up to now; returns the exit code again. */
  int finish(Shown shown, int exitCode) {
    shown.out.print(shown.json ? document.apply(exitCode) : text.get());
    shown.out.flush();
    shown.exports.write(forms, exitCode);
    page.ifPresent(html -> shown.report.write(html.apply(exitCode)));
    return exitCode;
  }
}
