package org.shmemlab.cli;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.PrintStream;
import java.util.Optional;
import java.util.function.IntFunction;
import org.shmemlab.reports.CheckJson;
import org.shmemlab.reports.CheckJunit;
import org.shmemlab.reports.CheckPage;
import org.shmemlab.reports.CheckPictures;
import org.shmemlab.reports.CheckRows;
import org.shmemlab.reports.CheckSarif;
import org.shmemlab.reports.CheckText;
import org.shmemlab.reports.CheckView;
import org.shmemlab.reports.RobustnessJson;
import org.shmemlab.reports.RobustnessPage;
import org.shmemlab.reports.RobustnessText;
import org.shmemlab.reports.RobustnessView;
import org.shmemlab.reports.TransportJson;
import org.shmemlab.reports.TransportPage;
import org.shmemlab.reports.TransportRows;
import org.shmemlab.reports.TransportTableJson;
import org.shmemlab.reports.TransportTablePage;
import org.shmemlab.reports.TransportTableText;
import org.shmemlab.reports.TransportTableView;
import org.shmemlab.reports.TransportText;
import org.shmemlab.reports.TransportView;
import org.shmemlab.reports.diagram.Drawing;

/**
 * Holds the reports of one check: text while it runs or JSON at its end, and the exports then.
 *
 * @param views in the order in which they receive results
 * @param document for {@code --json}, of the exit code
 * @param page for {@code --report}, of the exit code
 */
record CheckReports<V>(
    ImmutableList<V> views,
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
      boolean single) {}

  /** Of a check under profiles, and of schedules that are run again. */
  static CheckReports<CheckView> ofProfiles(Shown shown) {
    CheckJson document = new CheckJson();
    CheckSarif log = new CheckSarif(VersionProvider.number());
    CheckRows rows = new CheckRows();
    CheckJunit cases = new CheckJunit();
    CheckPictures pictures = new CheckPictures();
    CheckReports<CheckView> reports =
        of(
            shown,
            new CheckText(shown.out, shown.err, shown.single, shown.drawing),
            document,
            document::text,
            ImmutableList.of(log, rows, cases, pictures),
            findings(document::text, log, rows, cases)
                .with(".svg", _ -> pictures.svg())
                .with(".dot", _ -> pictures.dot()));
    if (!shown.report.wanted()) {
      return reports;
    }
    CheckPage page = new CheckPage(shown.report.origin(shown.facts), shown.single);
    return and(reports, page, page::html);
  }

  /** Of a check under one transport. */
  static CheckReports<TransportView> ofTransport(Shown shown) {
    TransportJson document = new TransportJson();
    CheckSarif log = new CheckSarif(VersionProvider.number());
    CheckRows rows = new CheckRows();
    CheckJunit cases = new CheckJunit();
    CheckReports<TransportView> reports =
        of(
            shown,
            new TransportText(shown.out, shown.err, shown.single),
            document,
            document::text,
            ImmutableList.of(log, rows, cases),
            findings(document::text, log, rows, cases));
    if (!shown.report.wanted()) {
      return reports;
    }
    TransportPage page = new TransportPage(shown.report.origin(shown.facts), shown.single);
    return and(reports, page, page::html);
  }

  /** Of a table of tests under all transports. */
  static CheckReports<TransportTableView> ofTable(Shown shown) {
    TransportTableJson document = new TransportTableJson();
    TransportRows rows = new TransportRows();
    CheckReports<TransportTableView> reports =
        of(
            shown,
            new TransportTableText(shown.out, shown.err),
            document,
            document::text,
            ImmutableList.of(rows),
            new Forms().with(".json", document::text).table("tests", rows::table));
    if (!shown.report.wanted()) {
      return reports;
    }
    TransportTablePage page = new TransportTablePage(shown.report.origin(shown.facts));
    return and(reports, page, page::html);
  }

  /** Of a comparison with interleavings. */
  static CheckReports<RobustnessView> ofRobustness(Shown shown) {
    RobustnessJson document = new RobustnessJson();
    CheckReports<RobustnessView> reports =
        of(
            shown,
            new RobustnessText(shown.out, shown.err),
            document,
            document::text,
            ImmutableList.of(),
            new Forms().with(".json", document::text));
    if (!shown.report.wanted()) {
      return reports;
    }
    RobustnessPage page = new RobustnessPage(shown.report.origin(shown.facts), shown.single);
    return and(reports, page, page::html);
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
      Forms forms) {
    shown.exports.check(forms);
    shown.report.check();
    ImmutableList.Builder<V> views = ImmutableList.builder();
    views.add(shown.json ? json : text);
    if (!shown.exports.isEmpty()) {
      views.addAll(exported);
      if (!shown.json) {
        views.add(json);
      }
    }
    return new CheckReports<>(views.build(), document, forms, Optional.empty());
  }

  private static <V> CheckReports<V> and(
      CheckReports<V> reports, V page, IntFunction<String> html) {
    return new CheckReports<>(
        ImmutableList.<V>builder().addAll(reports.views).add(page).build(),
        reports.document,
        reports.forms,
        Optional.of(html));
  }

  /** Prints and exports all results up to now; returns the exit code again. */
  int told(Shown shown, int exitCode) {
    if (shown.json) {
      shown.out.print(document.apply(exitCode));
      shown.out.flush();
    }
    shown.exports.write(forms, exitCode);
    page.ifPresent(html -> shown.report.write(html.apply(exitCode)));
    return exitCode;
  }
}
