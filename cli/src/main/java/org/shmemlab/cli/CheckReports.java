package org.shmemlab.cli;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.shmemlab.reports.AllTransportsTable;
import org.shmemlab.reports.CheckJson;
import org.shmemlab.reports.CheckJunit;
import org.shmemlab.reports.CheckPage;
import org.shmemlab.reports.CheckPictures;
import org.shmemlab.reports.CheckRows;
import org.shmemlab.reports.CheckSarif;
import org.shmemlab.reports.CheckText;
import org.shmemlab.reports.CheckView;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.RobustnessJson;
import org.shmemlab.reports.RobustnessText;
import org.shmemlab.reports.RobustnessView;
import org.shmemlab.reports.TransportJson;
import org.shmemlab.reports.TransportText;
import org.shmemlab.reports.TransportView;
import org.shmemlab.reports.diagram.Drawing;

/**
 * Holds the reports of one check: text while it runs or at its end, or JSON, and the exports then.
 *
 * @param views in the order in which they receive results
 * @param text printed at the end where no JSON is asked for
 * @param document for {@code --json}, of the exit code
 * @param page for {@code --report}, of the exit code
 */
record CheckReports<V>(
    ImmutableList<V> views,
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

  /** Of a check under profiles, and of schedules that are run again. */
  static CheckReports<CheckView> ofProfiles(Shown shown) {
    CheckJson document = new CheckJson();
    CheckSarif log = new CheckSarif(VersionProvider.number());
    CheckRows rows = new CheckRows();
    CheckJunit cases = new CheckJunit();
    CheckPictures pictures = new CheckPictures();
    CheckPage page = page(shown, document::text);
    return of(
        shown,
        new CheckText(shown.out, shown.err, shown.single, shown.drawing),
        document,
        document::text,
        ImmutableList.of(log, rows, cases, pictures),
        findings(document::text, log, rows, cases)
            .with(".svg", _ -> pictures.svg())
            .with(".dot", _ -> pictures.dot()),
        page,
        page::html);
  }

  /** Of a check under one transport. */
  static CheckReports<TransportView> ofTransport(Shown shown) {
    TransportJson document = new TransportJson();
    CheckSarif log = new CheckSarif(VersionProvider.number());
    CheckRows rows = new CheckRows();
    CheckJunit cases = new CheckJunit();
    CheckPage page = page(shown, document::text);
    return of(
        shown,
        new TransportText(shown.out, shown.err, shown.single),
        document,
        document::text,
        ImmutableList.of(log, rows, cases),
        findings(document::text, log, rows, cases),
        page,
        page::html);
  }

  /** Of a table of tests under all transports. */
  static CheckReports<AllTransportsTable> ofTable(Shown shown) {
    AllTransportsTable table = new AllTransportsTable();
    Forms forms = new Forms().with(".json", table::json).table("tests", table::rows);
    shown.exports.check(forms);
    shown.report.check();
    Optional<IntFunction<String>> page =
        shown.report.wanted()
            ? Optional.of(exitCode -> table.html(shown.report.origin(shown.facts), exitCode))
            : Optional.empty();
    return new CheckReports<>(ImmutableList.of(table), table::text, table::json, forms, page);
  }

  /** Of a comparison with interleavings. */
  static CheckReports<RobustnessView> ofRobustness(Shown shown) {
    RobustnessJson document = new RobustnessJson();
    CheckPage page = page(shown, document::text);
    return of(
        shown,
        new RobustnessText(shown.out, shown.err),
        document,
        document::text,
        ImmutableList.of(),
        new Forms().with(".json", document::text),
        page,
        page::html);
  }

  private static Forms findings(
      IntFunction<String> document, CheckSarif log, CheckRows rows, CheckJunit cases) {
    return new Forms()
        .with(".json", document)
        .with(".sarif", _ -> log.text())
        .with(".xml", _ -> cases.text())
        .table("findings", rows::findingsTable)
        .table("outcomes", rows::outcomesTable)
        .table("files", rows::filesTable);
  }

  private static <V> CheckReports<V> of(
      Shown shown,
      V text,
      V json,
      IntFunction<String> document,
      ImmutableList<? extends V> exported,
      Forms forms,
      V page,
      IntFunction<String> html) {
    shown.exports.check(forms);
    shown.report.check();
    boolean exports = !shown.exports.isEmpty();
    boolean wanted = shown.report.wanted();
    ImmutableList.Builder<V> views = ImmutableList.builder();
    views.add(shown.json ? json : text);
    if (exports) {
      views.addAll(exported);
    }
    if (!shown.json && (exports || wanted)) {
      views.add(json);
    }
    if (wanted) {
      views.add(page);
    }
    return new CheckReports<>(
        views.build(), () -> "", document, forms, wanted ? Optional.of(html) : Optional.empty());
  }

  private static CheckPage page(Shown shown, IntFunction<String> document) {
    return new CheckPage(shown.report.origin(shown.facts), shown.single, document);
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
