package org.shmemlab.reports.check;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.Sentence;
import org.shmemlab.reports.page.Page;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageBlock.Section;
import org.shmemlab.reports.page.PageBlock.Table;
import org.shmemlab.reports.page.PageBlock.Table.Cell;
import org.shmemlab.reports.page.PageBlock.Table.Choice;
import org.shmemlab.reports.page.PageBlock.Table.Column;
import org.shmemlab.reports.page.PageBlock.Tone;
import org.shmemlab.reports.page.PageProvenance;
import org.shmemlab.reports.page.Pages;
import org.shmemlab.scenarios.source.SourceFile;

/** Shows the files of a page: a table of their results, and a section for each. */
final class FilesOnPage {
  private final PageProvenance origin;
  private final List<ImmutableList<Cell>> rows = new ArrayList<>();
  private final List<Section> sections = new ArrayList<>();
  private final Map<String, String> sources = new LinkedHashMap<>();

  /** No file yet. */
  FilesOnPage(PageProvenance origin) {
    this.origin = origin;
  }

  /** The beginning of the names of the next section's blocks. */
  String id() {
    return "file-" + (sections.size() + 1);
  }

  /** A file that is no program or test. */
  void rejected(String file, List<ReportedFinding> findings) {
    ImmutableList<PageBlock> said =
        findings.stream()
            .map(finding -> new PageBlock.Paragraph(Tone.BAD, finding.toString()))
            .collect(ImmutableList.toImmutableList());
    add(file, "not understood", Tone.BAD, "", new Section(id(), file, said));
  }

  /** A file. */
  void add(FileSection file) {
    note(file.source());
    add(file.name(), file.verdict(), file.tone(), file.found(), file.section());
  }

  /** A section about a source of which nothing came out. */
  void add(SourceFile source, Section section) {
    note(source);
    sections.add(section);
  }

  private void add(String name, String verdict, Tone tone, String found, Section section) {
    rows.add(
        ImmutableList.of(
            new Cell(name, Tone.PLAIN, section.id()), Cell.of(verdict, tone), Cell.of(found)));
    sections.add(section);
  }

  private void note(SourceFile source) {
    source
        .files()
        .forEach(
            file -> sources.put(file.path(), new SourceFile(file.path(), file.text()).sha256()));
  }

  /**
   * The page.
   *
   * @param json what it shows, as data
   */
  String html(String json) {
    String title =
        sections.size() == 1
            ? "Check of " + sections.get(0).title()
            : "Check of " + sections.size() + " files";
    ImmutableList.Builder<PageBlock> blocks = ImmutableList.builder();
    if (sections.size() > 1) {
      blocks.add(table());
    }
    blocks.addAll(sections);
    ImmutableMap.Builder<String, String> origins = ImmutableMap.builder();
    origins.putAll(origin.facts());
    sources.forEach((path, hash) -> origins.put("Source " + path, "SHA-256 " + hash));
    return Pages.html(
        new Page(
            title,
            summary(),
            new PageProvenance(origin.command(), origin.version(), origins.buildOrThrow()),
            blocks.build(),
            Pages.tree(json)));
  }

  private Table table() {
    return new Table(
        "files",
        "The files, and what came out of each",
        ImmutableList.of(
            new Column("File", false), new Column("Verdict", false), new Column("Found", false)),
        ImmutableList.copyOf(rows),
        ImmutableList.of(
            new Choice("with a finding", numbers(row -> !row.get(2).text().isEmpty())),
            new Choice("not as expected", numbers(row -> row.get(1).tone() == Tone.BAD))));
  }

  private ImmutableSet<Integer> numbers(Predicate<ImmutableList<Cell>> chosen) {
    return IntStream.range(0, rows.size())
        .filter(row -> chosen.test(rows.get(row)))
        .boxed()
        .collect(ImmutableSet.toImmutableSet());
  }

  private String summary() {
    if (rows.size() == 1) {
      return Sentence.of(rows.get(0).get(1).text());
    }
    long good = rows.stream().filter(row -> row.get(1).tone() == Tone.GOOD).count();
    return rows.isEmpty()
        ? "One schedule, run again."
        : good + " of " + rows.size() + " files as expected or without a finding.";
  }
}
