package org.shmemlab.reports;

import com.google.common.collect.ImmutableList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageBlock.Folded;
import org.shmemlab.reports.page.PageBlock.Paragraph;
import org.shmemlab.reports.page.PageBlock.Section;
import org.shmemlab.reports.page.PageBlock.Table;
import org.shmemlab.reports.page.PageBlock.Table.Cell;
import org.shmemlab.reports.page.PageBlock.Table.Column;
import org.shmemlab.reports.page.PageBlock.Tone;
import org.shmemlab.scenarios.judge.LitmusAnswer;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.litmus.LitmusFile;
import org.shmemlab.scenarios.litmus.LitmusFile.Expectation;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.Diagrams;

/**
 * Shows a litmus test on the page of a check.
 *
 * @param single whether everything is shown; else one schedule is enough
 */
record LitmusSection(LitmusJudgement judgement, Diagrams diagrams, String id, boolean single)
    implements FileSection {
  @Override
  public SourceFile source() {
    return judgement.test().source();
  }

  @Override
  public String name() {
    return judgement.test().name();
  }

  @Override
  public Tone tone() {
    return judgement.asExpected() ? Tone.GOOD : Tone.BAD;
  }

  /** "undefined, as expected", or what each profile says. */
  @Override
  public String verdict() {
    Set<String> verdicts = new LinkedHashSet<>();
    judgement.answers().forEach(answer -> verdicts.add(word(answer)));
    String words =
        verdicts.size() == 1
            ? verdicts.iterator().next()
            : String.join(
                ", ",
                judgement.answers().stream()
                    .map(answer -> word(answer) + " by " + answer.profile().name())
                    .toList());
    boolean expects =
        judgement.answers().stream().anyMatch(answer -> answer.expected().isPresent());
    return words
        + (!judgement.asExpected() ? ", which is not expected" : expects ? ", as expected" : "");
  }

  /** The kinds of what is wrong. */
  @Override
  public String found() {
    Set<String> kinds = new LinkedHashSet<>();
    for (LitmusAnswer answer : judgement.answers()) {
      answer.exploration().findings().forEach(finding -> kinds.add(finding.kind().word()));
    }
    return String.join(", ", kinds);
  }

  private static String word(LitmusAnswer answer) {
    return answer.verdict().map(Verdict::word).orElse("unknown");
  }

  @Override
  public Section section() {
    LitmusFile test = judgement.test();
    ImmutableList.Builder<PageBlock> blocks = ImmutableList.builder();
    blocks.add(new Paragraph(tone(), Sentence.of(verdict())));
    PageBlock.Listing source = SourceListing.whole(test.source());
    blocks.add(
        single ? source : new Folded(id + "-source", "The test", false, ImmutableList.of(source)));
    blocks.add(verdicts());
    OutcomeParts outcomes = new OutcomeParts(diagrams, id);
    for (LitmusAnswer answer : judgement.answers()) {
      outcomes.add(
          new Semantics.Promised(answer.profile()),
          answer.outcomes(),
          answer.expected().map(Expectation::verdict));
    }
    ImmutableList<PageBlock> table =
        outcomes.blocks(Optional.of(OutcomeParts.Question.of(test)), single);
    blocks.addAll(single ? table : table.subList(0, 1));
    findings(blocks);
    blocks.addAll(outcomes.schedules(!single));
    return new Section(id, test.name(), blocks.build());
  }

  private Table verdicts() {
    ImmutableList.Builder<ImmutableList<Cell>> rows = ImmutableList.builder();
    for (LitmusAnswer answer : judgement.answers()) {
      rows.add(
          ImmutableList.of(
              Cell.of(answer.profile().name()),
              Cell.of(word(answer), answer.asExpected() ? Tone.GOOD : Tone.BAD),
              Cell.of(answer.expected().map(expected -> expected.verdict().word()).orElse("-")),
              Cell.of(BoundWords.number(answer.exploration().states())),
              Cell.of(BoundWords.of(answer.exploration().bound())),
              Cell.of(answer.profile().document())));
    }
    return new Table(
        id + "-verdicts",
        "Verdict of each profile",
        ImmutableList.of(
            new Column("Profile", false),
            new Column("Verdict", false),
            new Column("Expected", false),
            new Column("States", true),
            new Column("Explored", false),
            new Column("What it takes as promised", false)),
        rows.build());
  }

  private void findings(ImmutableList.Builder<PageBlock> blocks) {
    Map<Object, String> reported = new LinkedHashMap<>();
    for (LitmusAnswer answer : judgement.answers()) {
      for (Finding finding : answer.exploration().findings()) {
        reported.merge(
            finding.identity(), answer.profile().name(), (one, other) -> one + ", " + other);
      }
    }
    FindingParts parts = new FindingParts(diagrams);
    Set<Object> shown = new LinkedHashSet<>();
    for (LitmusAnswer answer : judgement.answers()) {
      for (Finding finding : answer.exploration().findings()) {
        if (shown.add(finding.identity()) && (single || shown.size() == 1)) {
          blocks.add(
              parts.of(
                  finding,
                  Tone.BAD,
                  "Under " + reported.get(finding.identity()) + ".",
                  new Semantics.Promised(answer.profile()),
                  answer.repairs().of(finding).stream().collect(ImmutableList.toImmutableList()),
                  id + "-finding-" + shown.size()));
        }
      }
    }
    if (!single && shown.size() > 1) {
      blocks.add(
          new Paragraph(
              shown.size() - 1 + " more: a check of this file alone shows all that is wrong."));
    }
  }
}
