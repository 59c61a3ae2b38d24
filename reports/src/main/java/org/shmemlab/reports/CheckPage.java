package org.shmemlab.reports;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.reports.page.Block;
import org.shmemlab.reports.page.Block.Section;
import org.shmemlab.reports.page.Block.Table;
import org.shmemlab.reports.page.Block.Table.Cell;
import org.shmemlab.reports.page.Block.Table.Choice;
import org.shmemlab.reports.page.Block.Table.Column;
import org.shmemlab.reports.page.Block.Tone;
import org.shmemlab.reports.page.Origin;
import org.shmemlab.reports.page.Page;
import org.shmemlab.reports.page.Pages;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.replay.Replayed;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.Diagrams;

/** A check as an HTML page: a table of the files, and a section for each. */
public final class CheckPage implements CheckView {
  private final Origin origin;
  private final boolean single;
  private final CheckJson data = new CheckJson();
  private final List<ImmutableList<Cell>> rows = new ArrayList<>();
  private final List<Section> sections = new ArrayList<>();
  private final Map<String, String> sources = new LinkedHashMap<>();
  private @Nullable Diagrams diagrams;

  /**
   * A page without any file yet.
   *
   * @param origin the command, and what else its numbers come from: seed, engine, budget
   * @param single whether there is only one file, of which everything is shown
   */
  public CheckPage(Origin origin, boolean single) {
    this.origin = origin;
    this.single = single;
  }

  @Override
  public void diagrams(Diagrams ofNext) {
    diagrams = ofNext;
  }

  @Override
  public void rejected(String file, List<Finding> findings) {
    data.rejected(file, findings);
    String id = id();
    add(file, id, "not understood", Tone.BAD, "");
    ImmutableList<Block> said =
        findings.stream()
            .map(finding -> new Block.Paragraph(Tone.BAD, finding.toString()))
            .collect(ImmutableList.toImmutableList());
    sections.add(new Section(id, file, said));
  }

  @Override
  public void litmus(LitmusJudgement judgement) {
    data.litmus(judgement);
    SourceFile source = judgement.test().source();
    note(source);
    LitmusSection section = new LitmusSection(judgement, diagrams(source), id(), single);
    add(judgement.test().name(), section.id(), section.verdict(), section.tone(), section.found());
    sections.add(section.section());
  }

  @Override
  public void program(ProgramJudgement judgement) {
    data.program(judgement);
    note(judgement.source());
    ProgramSection section =
        new ProgramSection(judgement, diagrams(judgement.source()), id(), single);
    String file = judgement.source().path();
    add(file, section.id(), section.verdict(), section.tone(), section.found());
    sections.add(section.section());
  }

  @Override
  public void replayed(Replayed replayed) {
    data.replayed(replayed);
    note(replayed.source());
    ReplaySection section = new ReplaySection(replayed, diagrams(replayed.source()), id());
    sections.add(section.section());
  }

  @Override
  public void end(CheckTotals totals) {
    data.end(totals);
  }

  /**
   * The page, once all is told.
   *
   * @param exitCode of the command
   */
  public String html(int exitCode) {
    String title =
        sections.size() == 1
            ? "Check of " + sections.get(0).title()
            : "Check of " + sections.size() + " files";
    ImmutableList.Builder<Block> blocks = ImmutableList.builder();
    if (sections.size() > 1) {
      blocks.add(
          new Table(
              "files",
              "The files, and what came out of each",
              ImmutableList.of(
                  new Column("File", false),
                  new Column("Verdict", false),
                  new Column("Found", false)),
              ImmutableList.copyOf(rows),
              ImmutableList.of(
                  new Choice("with a finding", numbers(row -> !row.get(2).text().isEmpty())),
                  new Choice("not as expected", numbers(row -> row.get(1).tone() == Tone.BAD)))));
    }
    blocks.addAll(sections);
    ImmutableMap.Builder<String, String> origins = ImmutableMap.builder();
    origins.putAll(origin.facts());
    sources.forEach((path, hash) -> origins.put("Source " + path, "SHA-256 " + hash));
    return Pages.html(
        new Page(
            title,
            summary(),
            new Origin(origin.command(), origin.version(), origins.buildOrThrow()),
            blocks.build(),
            Pages.tree(data.text(exitCode))));
  }

  private ImmutableSet<Integer> numbers(Predicate<ImmutableList<Cell>> chosen) {
    return IntStream.range(0, rows.size())
        .filter(row -> chosen.test(rows.get(row)))
        .boxed()
        .collect(ImmutableSet.toImmutableSet());
  }

  private String summary() {
    if (rows.size() == 1) {
      String verdict = rows.get(0).get(1).text();
      return Character.toUpperCase(verdict.charAt(0)) + verdict.substring(1) + ".";
    }
    long good = rows.stream().filter(row -> row.get(1).tone() == Tone.GOOD).count();
    return rows.isEmpty()
        ? "One schedule, run again."
        : good + " of " + rows.size() + " files as expected or without a finding.";
  }

  private void add(String name, String id, String verdict, Tone tone, String found) {
    rows.add(
        ImmutableList.of(new Cell(name, Tone.PLAIN, id), Cell.of(verdict, tone), Cell.of(found)));
  }

  private void note(SourceFile source) {
    source
        .files()
        .forEach(
            file -> sources.put(file.path(), new SourceFile(file.path(), file.text()).sha256()));
  }

  private String id() {
    return "file-" + (sections.size() + 1);
  }

  private Diagrams diagrams(SourceFile source) {
    if (diagrams == null || !diagrams.source().path().equals(source.path())) {
      throw new IllegalStateException("nobody said how " + source.path() + " is drawn");
    }
    return diagrams;
  }
}
