package org.shmemlab.reports;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageBlock.Facts;
import org.shmemlab.reports.page.PageBlock.Folded;
import org.shmemlab.reports.page.PageBlock.Paragraph;
import org.shmemlab.reports.page.PageBlock.Section;
import org.shmemlab.reports.page.PageBlock.Table;
import org.shmemlab.reports.page.PageBlock.Table.Cell;
import org.shmemlab.reports.page.PageBlock.Table.Column;
import org.shmemlab.reports.page.PageBlock.Tone;
import org.shmemlab.scenarios.judge.Outcome;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement.Found;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.Diagrams;

/**
 * Shows a program on the page of a check.
 *
 * @param single whether everything is shown; else one schedule is enough
 */
record ProgramSection(ProgramJudgement judgement, Diagrams diagrams, String id, boolean single)
    implements FileSection {
  @Override
  public SourceFile source() {
    return judgement.source();
  }

  @Override
  public String name() {
    return judgement.source().path();
  }

  @Override
  public Tone tone() {
    if (judgement.expected().isPresent()) {
      return judgement.asExpected() ? Tone.GOOD : Tone.BAD;
    }
    return !judgement.errors().isEmpty()
        ? Tone.BAD
        : !judgement.warnings().isEmpty() || !judgement.complete() ? Tone.WARNING : Tone.GOOD;
  }

  /** "Undefined, as announced". */
  @Override
  public String verdict() {
    return CheckText.word(judgement)
        + CheckText.announced(judgement)
        + CheckText.accepted(judgement);
  }

  /** The kinds of what is wrong. */
  @Override
  public String found() {
    Set<String> kinds = new LinkedHashSet<>();
    judgement.findings().forEach(found -> kinds.add(found.kind().word()));
    return String.join(", ", kinds);
  }

  @Override
  public Section section() {
    ImmutableList.Builder<PageBlock> blocks = ImmutableList.builder();
    blocks.add(new Paragraph(tone(), Sentence.of(verdict())));
    blocks.add(new Facts(ImmutableMap.of("PEs", String.valueOf(judgement.pes()))));
    List<Found> all = new ArrayList<>(judgement.errors());
    all.addAll(judgement.warnings());
    FindingParts parts = new FindingParts(diagrams);
    int number = 0;
    for (Found found : all) {
      number++;
      boolean error = judgement.errors().contains(found);
      if (single || number == 1) {
        blocks.add(
            parts.of(
                found.finding(),
                error ? Tone.BAD : Tone.WARNING,
                error ? "" : PortabilityWords.of(judgement, found),
                new Semantics.Promised(found.profiles().asList().get(0)),
                found.repairs().stream().collect(ImmutableList.toImmutableList()),
                id + "-finding-" + number));
      }
    }
    if (!single && number > 1) {
      blocks.add(
          new Paragraph(number - 1 + " more: a check of this file alone shows all that is wrong."));
    }
    judgement
        .accepted()
        .forEach(found ->
            blocks.add(
                new Paragraph(
                    AcceptanceWords.note(found.finding(), found.acceptance().orElseThrow()))));
    judgement
        .unusedAllowances()
        .forEach(
            one -> blocks.add(new Paragraph(Tone.WARNING, AcceptanceWords.unused(one).toString())));
    blocks.add(profiles());
    outcomes(blocks);
    if (all.isEmpty()) {
      blocks.add(
          new Folded(
              id + "-source",
              "The program",
              false,
              ImmutableList.of(SourceListing.whole(judgement.source()))));
    }
    return new Section(id, judgement.source().path(), blocks.build());
  }

  private Table profiles() {
    ImmutableList.Builder<ImmutableList<Cell>> rows = ImmutableList.builder();
    for (ProgramJudgement.Answer answer : judgement.answers()) {
      Exploration exploration = answer.exploration();
      int findings = exploration.findings().size();
      rows.add(
          ImmutableList.of(
              Cell.of(answer.profile().name()),
              Cell.of(String.valueOf(findings), findings == 0 ? Tone.GOOD : Tone.BAD),
              Cell.of(BoundWords.number(exploration.states())),
              Cell.of(BoundWords.of(exploration.bound())),
              Cell.of(answer.profile().document())));
    }
    return new Table(
        id + "-profiles",
        "What was explored, by profile",
        ImmutableList.of(
            new Column("Profile", false),
            new Column("Findings", true),
            new Column("States", true),
            new Column("Explored", false),
            new Column("What it takes as promised", false)),
        rows.build());
  }

  private void outcomes(ImmutableList.Builder<PageBlock> blocks) {
    OutcomeParts outcomes = new OutcomeParts(diagrams, id);
    for (ProgramJudgement.Answer answer : judgement.answers()) {
      outcomes.add(
          new Semantics.Promised(answer.profile()),
          answer.exploration().outcomes().entrySet().stream()
              .map(printed -> new Outcome(printed.getKey(), printed.getValue(), false))
              .toList(),
          Optional.empty());
    }
    ImmutableList<PageBlock> all = outcomes.blocks(Optional.empty(), single);
    blocks.addAll(single ? all : all.subList(0, 1));
    if (single) {
      blocks.addAll(outcomes.schedules(false));
    }
  }
}
