package org.shmemlab.reports.check;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.repair.RepairSearch;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.reports.Sentence;
import org.shmemlab.reports.finding.AcceptanceWords;
import org.shmemlab.reports.finding.BoundWords;
import org.shmemlab.reports.finding.Coverage;
import org.shmemlab.reports.finding.FindingParts;
import org.shmemlab.reports.finding.PortabilityWords;
import org.shmemlab.reports.finding.ScheduleBlock;
import org.shmemlab.reports.finding.SourceListing;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageBlock.Facts;
import org.shmemlab.reports.page.PageBlock.Folded;
import org.shmemlab.reports.page.PageBlock.Paragraph;
import org.shmemlab.reports.page.PageBlock.Section;
import org.shmemlab.reports.page.PageBlock.Table;
import org.shmemlab.reports.page.PageBlock.Table.Cell;
import org.shmemlab.reports.page.PageBlock.Table.Column;
import org.shmemlab.reports.page.PageBlock.Tone;
import org.shmemlab.scenarios.accepted.Acceptance;
import org.shmemlab.scenarios.accepted.Allowance;
import org.shmemlab.scenarios.judge.LitmusAnswer;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.Outcome;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement.Found;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.judge.TransportJudgement;
import org.shmemlab.scenarios.litmus.LitmusFile.Expectation;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.scenarios.replay.Replayed;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.Diagrams;

/** Builds the section of one checked file on a page: verdict, findings, answers and outcomes. */
final class CheckedSection {
  private final Diagrams diagrams;
  private final String id;
  private final boolean single;
  private final OutcomeParts outcomes;
  private final ImmutableList.Builder<PageBlock> blocks = ImmutableList.builder();

  /**
   * An empty section.
   *
   * @param id begins the names of its blocks
   * @param single whether everything is shown; else one schedule is enough
   */
  CheckedSection(Diagrams diagrams, String id, boolean single) {
    this.diagrams = diagrams;
    this.id = id;
    this.single = single;
    this.outcomes = new OutcomeParts(diagrams, id);
  }

  /** A finding with the circumstances in which it is shown. */
  private record Shown(
      Finding finding,
      Tone tone,
      String remark,
      Semantics semantics,
      ImmutableList<RepairSearch.Result> repairs) {}

  /** A litmus test under profiles. */
  FileSection of(LitmusJudgement judgement) {
    Tone tone = judgement.asExpected() ? Tone.GOOD : Tone.BAD;
    String verdict = verdict(judgement);
    SourceFile source = judgement.test().source();
    blocks.add(new Paragraph(tone, Sentence.of(verdict)));
    if (single) {
      blocks.add(SourceListing.whole(source));
    } else {
      source("The test");
    }
    ImmutableList.Builder<ImmutableList<Cell>> rows = ImmutableList.builder();
    Map<Object, Shown> found = new LinkedHashMap<>();
    Map<Object, String> profiles = new LinkedHashMap<>();
    for (LitmusAnswer answer : judgement.answers()) {
      Semantics semantics = new Semantics.Promised(answer.profile());
      Optional<Verdict> expected = answer.expected().map(Expectation::verdict);
      outcomes.add(semantics, answer.outcomes(), expected);
      rows.add(
          row(
              answer.profile(),
              answer.exploration(),
              Cell.of(word(answer), answer.asExpected() ? Tone.GOOD : Tone.BAD),
              Cell.of(expected.map(Verdict::word).orElse("-"))));
      for (Finding finding : answer.exploration().findings()) {
        ImmutableList<RepairSearch.Result> repairs =
            answer.repairs().of(finding).stream().collect(toImmutableList());
        Object identity = finding.identity();
        profiles.merge(identity, answer.profile().name(), (one, other) -> one + ", " + other);
        found.putIfAbsent(identity, new Shown(finding, Tone.BAD, "", semantics, repairs));
      }
    }
    blocks.add(
        answers(
            "verdicts",
            "Verdict of each profile",
            rows.build(),
            new Column("Verdict", false),
            new Column("Expected", false)));
    outcomes(Optional.of(OutcomeParts.Question.of(judgement.test())));
    List<Shown> all = new ArrayList<>();
    found.forEach((identity, one) ->
        all.add(
            new Shown(
                one.finding,
                one.tone,
                "Under " + profiles.get(identity) + ".",
                one.semantics,
                one.repairs)));
    findings(all);
    blocks.addAll(outcomes.schedules(!single));
    return section(
        source, judgement.test().name(), verdict, tone, all.stream().map(Shown::finding));
  }

  /** "undefined, as expected", or what each profile says. */
  private static String verdict(LitmusJudgement judgement) {
    boolean agree = judgement.answers().stream().map(CheckedSection::word).distinct().count() == 1;
    String words =
        agree
            ? word(judgement.answers().get(0))
            : judgement.answers().stream()
                .map(answer -> word(answer) + " by " + answer.profile().name())
                .collect(Collectors.joining(", "));
    boolean expects =
        judgement.answers().stream().anyMatch(answer -> answer.expected().isPresent());
    return words
        + (!judgement.asExpected() ? ", which is not expected" : expects ? ", as expected" : "");
  }

  private static String word(LitmusAnswer answer) {
    return answer.verdict().map(Verdict::word).orElse("unknown");
  }

  /** A program under profiles. */
  FileSection of(ProgramJudgement judgement) {
    String verdict =
        CheckText.word(judgement) + CheckText.announced(judgement) + CheckText.accepted(judgement);
    Tone tone = tone(judgement);
    blocks.add(new Paragraph(tone, Sentence.of(verdict)));
    blocks.add(new Facts(ImmutableMap.of("PEs", String.valueOf(judgement.pes()))));
    List<Shown> wrong = new ArrayList<>();
    judgement
        .errors()
        .forEach(
            found -> wrong.add(shown(found, Tone.BAD, PortabilityWords.ofError(judgement, found))));
    judgement
        .warnings()
        .forEach(
            found -> wrong.add(shown(found, Tone.WARNING, PortabilityWords.of(judgement, found))));
    findings(wrong);
    judgement
        .accepted()
        .forEach(found -> accepted(found.finding(), found.acceptance().orElseThrow()));
    unused(judgement.unusedAllowances());
    Coverage.of(judgement).ifPresent(this::coverage);
    ImmutableList.Builder<ImmutableList<Cell>> rows = ImmutableList.builder();
    for (ProgramJudgement.Answer answer : judgement.answers()) {
      int count = answer.exploration().findings().size();
      Cell findings = Cell.of(String.valueOf(count), count == 0 ? Tone.GOOD : Tone.BAD);
      rows.add(row(answer.profile(), answer.exploration(), findings));
      outcomes.add(
          new Semantics.Promised(answer.profile()),
          Outcome.printed(answer.exploration()),
          Optional.empty());
    }
    blocks.add(
        answers(
            "profiles",
            "What was explored, by profile",
            rows.build(),
            new Column("Findings", true)));
    outcomes(Optional.empty());
    if (single) {
      blocks.addAll(outcomes.schedules(false));
    }
    if (wrong.isEmpty()) {
      source("The program");
    }
    return section(
        judgement.source(),
        judgement.source().path(),
        verdict,
        tone,
        judgement.findings().stream().map(Found::finding));
  }

  private void coverage(Coverage coverage) {
    blocks.add(new Paragraph("Covered: " + coverage.covered() + "."));
    blocks.add(new Paragraph("Open: " + coverage.open() + "."));
    if (coverage.endless() != null) {
      blocks.add(new Paragraph(Tone.WARNING, "Probably never ends: " + coverage.endless() + "."));
    }
  }

  private static Tone tone(ProgramJudgement judgement) {
    if (judgement.expected().isPresent()) {
      return judgement.asExpected() ? Tone.GOOD : Tone.BAD;
    }
    return !judgement.errors().isEmpty()
        ? Tone.BAD
        : !judgement.warnings().isEmpty() || !judgement.complete() ? Tone.WARNING : Tone.GOOD;
  }

  private static Shown shown(Found found, Tone tone, String remark) {
    return new Shown(
        found.finding(),
        tone,
        remark,
        new Semantics.Promised(found.profiles().asList().get(0)),
        found.repairs().stream().collect(toImmutableList()));
  }

  /** A litmus test or a program under a transport. */
  FileSection of(TransportJudgement judgement) {
    TransportAnswer answer = judgement.answer();
    Exploration exploration = answer.exploration();
    Tone tone = !judgement.good() ? Tone.BAD : exploration.complete() ? Tone.GOOD : Tone.WARNING;
    String verdict = TransportWords.verdict(judgement);
    Semantics semantics = new Semantics.Implemented(answer.transport(), answer.pesPerNode());
    blocks.add(new Paragraph(tone, Sentence.of(verdict)));
    blocks.add(
        new Facts(
            ImmutableMap.of(
                "Carried by",
                TransportWords.title(
                    answer.transport(), answer.pesPerNode(), judgement.job().pes()),
                "Explored",
                BoundWords.number(exploration.states())
                    + " states, "
                    + BoundWords.of(exploration.bound()))));
    findings(
        exploration.findings().stream()
            .filter(one -> judgement.acceptances().of(one).isEmpty())
            .map(one -> new Shown(one, Tone.BAD, "", semantics, judgement.repairs().of(one)))
            .toList());
    exploration
        .findings()
        .forEach(one -> judgement.acceptances().of(one).ifPresent(reason -> accepted(one, reason)));
    unused(judgement.unusedAllowances());
    outcomes.add(semantics, answer.outcomes(), judgement.expected().map(Expectation::verdict));
    outcomes(judgement.test().map(OutcomeParts.Question::of));
    if (single) {
      blocks.addAll(outcomes.schedules(false));
    }
    source(judgement.test().isPresent() ? "The test" : "The program");
    String name = judgement.test().map(test -> test.name()).orElse(judgement.source().path());
    return section(judgement.source(), name, verdict, tone, exploration.findings().stream());
  }

  /** A schedule that was run again. */
  Section of(Replayed replayed) {
    findings(
        replayed.findings().stream()
            .map(one -> new Shown(one, Tone.BAD, "", replayed.semantics(), ImmutableList.of()))
            .toList());
    if (replayed.findings().isEmpty()) {
      blocks.add(new Paragraph(Tone.GOOD, "Nothing is wrong on the way of this schedule."));
      blocks.add(
          ScheduleBlock.of(
              id + "-diagram",
              "The schedule, under " + replayed.semantics().name(),
              diagrams.of(replayed.choices(), replayed.semantics()),
              replayed.source()));
    }
    return new Section(id, replayed.source().path(), blocks.build());
  }

  private FileSection section(
      SourceFile source, String name, String verdict, Tone tone, Stream<Finding> findings) {
    String kinds =
        findings.map(one -> one.kind().word()).distinct().collect(Collectors.joining(", "));
    return new FileSection(
        source, name, verdict, tone, kinds, new Section(id, name, blocks.build()));
  }

  private void findings(List<Shown> all) {
    FindingParts parts = new FindingParts(diagrams);
    int number = 0;
    for (Shown one : single ? all : all.subList(0, Math.min(1, all.size()))) {
      number++;
      blocks.add(
          parts.of(
              one.finding,
              one.tone,
              one.remark,
              one.semantics,
              one.repairs,
              id + "-finding-" + number));
    }
    if (all.size() > number) {
      blocks.add(
          new Paragraph(
              all.size() - number + " more: a check of this file alone shows all that is wrong."));
    }
  }

  private void accepted(Finding finding, Acceptance acceptance) {
    blocks.add(new Paragraph(AcceptanceWords.note(finding, acceptance)));
  }

  private void unused(List<Allowance> allowances) {
    for (Allowance one : allowances) {
      blocks.add(new Paragraph(Tone.WARNING, AcceptanceWords.unused(one).toString()));
    }
  }

  private void outcomes(Optional<OutcomeParts.Question> question) {
    ImmutableList<PageBlock> parts = outcomes.blocks(question, single);
    blocks.addAll(single ? parts : parts.subList(0, 1));
  }

  private void source(String title) {
    PageBlock listing = SourceListing.whole(diagrams.source());
    blocks.add(new Folded(id + "-source", title, false, ImmutableList.of(listing)));
  }

  private static ImmutableList<Cell> row(Profile profile, Exploration exploration, Cell... own) {
    return ImmutableList.<Cell>builder()
        .add(Cell.of(profile.name()))
        .add(own)
        .add(Cell.of(BoundWords.number(exploration.states())))
        .add(Cell.of(BoundWords.of(exploration.bound())))
        .add(Cell.of(profile.document()))
        .build();
  }

  private Table answers(
      String name, String caption, ImmutableList<ImmutableList<Cell>> rows, Column... own) {
    return new Table(
        id + "-" + name,
        caption,
        ImmutableList.<Column>builder()
            .add(new Column("Profile", false))
            .add(own)
            .add(new Column("States", true))
            .add(new Column("Explored", false))
            .add(new Column("What it takes as promised", false))
            .build(),
        rows);
  }
}
