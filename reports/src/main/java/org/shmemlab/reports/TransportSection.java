package org.shmemlab.reports;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.LinkedHashSet;
import java.util.Set;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageBlock.Facts;
import org.shmemlab.reports.page.PageBlock.Folded;
import org.shmemlab.reports.page.PageBlock.Paragraph;
import org.shmemlab.reports.page.PageBlock.Section;
import org.shmemlab.reports.page.PageBlock.Tone;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.judge.TransportJudgement;
import org.shmemlab.scenarios.litmus.LitmusFile.Expectation;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.Diagrams;

/**
 * Shows a file under a transport, on a page.
 *
 * @param single whether everything is shown; else one schedule is enough
 */
record TransportSection(TransportJudgement judgement, Diagrams diagrams, String id, boolean single)
    implements FileSection {
  @Override
  public SourceFile source() {
    return judgement.source();
  }

  @Override
  public String name() {
    return judgement.test().map(test -> test.name()).orElse(judgement.source().path());
  }

  @Override
  public Tone tone() {
    return !judgement.good()
        ? Tone.BAD
        : judgement.answer().exploration().complete() ? Tone.GOOD : Tone.WARNING;
  }

  @Override
  public String verdict() {
    return TransportText.verdict(judgement);
  }

  /** The kinds of what is wrong. */
  @Override
  public String found() {
    Set<String> kinds = new LinkedHashSet<>();
    judgement.answer().exploration().findings().forEach(one -> kinds.add(one.kind().word()));
    return String.join(", ", kinds);
  }

  @Override
  public Section section() {
    TransportAnswer answer = judgement.answer();
    Semantics semantics = new Semantics.Implemented(answer.transport(), answer.pesPerNode());
    ImmutableList.Builder<PageBlock> blocks = ImmutableList.builder();
    blocks.add(new Paragraph(tone(), Sentence.of(verdict())));
    blocks.add(
        new Facts(
            ImmutableMap.of(
                "Carried by",
                TransportText.title(answer.transport(), answer.pesPerNode(), judgement.job().pes()),
                "Explored",
                BoundWords.number(answer.exploration().states())
                    + " states, "
                    + BoundWords.of(answer.exploration().bound()))));
    findings(semantics, blocks);
    OutcomeParts outcomes = new OutcomeParts(diagrams, id);
    outcomes.add(semantics, answer.outcomes(), judgement.expected().map(Expectation::verdict));
    ImmutableList<PageBlock> parts =
        outcomes.blocks(judgement.test().map(OutcomeParts.Question::of), single);
    blocks.addAll(single ? parts : parts.subList(0, 1));
    if (single) {
      blocks.addAll(outcomes.schedules(false));
    }
    blocks.add(
        new Folded(
            id + "-source",
            judgement.test().isPresent() ? "The test" : "The program",
            false,
            ImmutableList.of(SourceListing.whole(judgement.source()))));
    return new Section(id, name(), blocks.build());
  }

  private void findings(Semantics semantics, ImmutableList.Builder<PageBlock> blocks) {
    FindingParts parts = new FindingParts(diagrams);
    ImmutableList<Finding> findings =
        judgement.answer().exploration().findings().stream()
            .filter(finding -> judgement.acceptances().of(finding).isEmpty())
            .collect(toImmutableList());
    ImmutableList<Finding> shown =
        single ? findings : findings.stream().limit(1).collect(toImmutableList());
    for (int i = 0; i < shown.size(); i++) {
      blocks.add(
          parts.of(
              shown.get(i),
              Tone.BAD,
              "",
              semantics,
              judgement.repairs().of(shown.get(i)),
              id + "-finding-" + (i + 1)));
    }
    if (findings.size() > shown.size()) {
      blocks.add(
          new Paragraph(
              findings.size()
                  - shown.size()
                  + " more: a check of this file alone shows all that is wrong."));
    }
    for (Finding finding : judgement.answer().exploration().findings()) {
      judgement
          .acceptances()
          .of(finding)
          .ifPresent(one -> blocks.add(new Paragraph(AcceptanceWords.note(finding, one))));
    }
    judgement
        .unusedAllowances()
        .forEach(
            one -> blocks.add(new Paragraph(Tone.WARNING, AcceptanceWords.unused(one).toString())));
  }
}
