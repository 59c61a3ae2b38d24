package org.shmemlab.reports.check;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.reports.Sentence;
import org.shmemlab.reports.finding.FindingParts;
import org.shmemlab.reports.finding.SourceListing;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.PageBlock.Folded;
import org.shmemlab.reports.page.PageBlock.Paragraph;
import org.shmemlab.reports.page.PageBlock.Section;
import org.shmemlab.reports.page.PageBlock.Table;
import org.shmemlab.reports.page.PageBlock.Table.Cell;
import org.shmemlab.reports.page.PageBlock.Table.Column;
import org.shmemlab.reports.page.PageBlock.Tone;
import org.shmemlab.scenarios.judge.Robustness;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.Diagrams;

/**
 * Shows on a page whether interleavings have all outcomes of a file.
 *
 * @param single whether everything is shown; else the table alone
 */
record RobustnessSection(
    SourceFile source,
    ImmutableList<Robustness> answers,
    Diagrams diagrams,
    String id,
    boolean single) {
  private static final Set<String> HANGS = Set.of(Robustness.HANGS);

  /** The file as a row and a section. */
  FileSection row() {
    return new FileSection(source, source.path(), verdict(), tone(), found(), section());
  }

  private Tone tone() {
    return answers.stream().anyMatch(Robustness::broken)
        ? Tone.BAD
        : answers.stream().allMatch(Robustness::robust) ? Tone.GOOD : Tone.WARNING;
  }

  /** "robust", or what each profile says. */
  private String verdict() {
    Set<String> words = new LinkedHashSet<>();
    answers.forEach(answer -> words.add(word(answer)));
    return words.size() == 1
        ? words.iterator().next()
        : String.join(
            ", ",
            answers.stream()
                .map(answer -> word(answer) + " under " + answer.profile().name())
                .toList());
  }

  private static String word(Robustness answer) {
    if (answer.conflict().isPresent()) {
      return "nothing is promised";
    }
    return answer.broken() ? "not robust" : answer.robust() ? "robust" : "not known";
  }

  /** The findings that speak against it. */
  private String found() {
    Set<String> kinds = new LinkedHashSet<>();
    for (Robustness answer : answers) {
      answer.conflict().ifPresent(_ -> kinds.add("conflict"));
      if (!answer.weak().isEmpty()) {
        kinds.add("outcomes that no interleaving shows");
      }
    }
    return String.join(", ", kinds);
  }

  private Section section() {
    ImmutableList.Builder<PageBlock> blocks = ImmutableList.builder();
    blocks.add(new Paragraph(tone(), Sentence.of(verdict())));
    blocks.add(
        new Paragraph(
            "A program is robust if all its outcomes are those of interleavings: executions in"
                + " which every operation is complete before its agent goes on."));
    blocks.add(table());
    if (single) {
      conflicts(blocks);
      weak(blocks);
      blocks.add(
          new Folded(
              id + "-source", "The source", false, ImmutableList.of(SourceListing.whole(source))));
    }
    return new Section(id, source.path(), blocks.build());
  }

  private Table table() {
    ImmutableList.Builder<ImmutableList<Cell>> rows = ImmutableList.builder();
    for (Robustness answer : answers) {
      rows.add(
          ImmutableList.of(
              Cell.of(answer.profile().name()),
              Cell.of(
                  word(answer),
                  answer.broken() ? Tone.BAD : answer.robust() ? Tone.GOOD : Tone.WARNING),
              Cell.of(answer.conflict().isPresent() ? "-" : String.valueOf(answer.outcomes())),
              Cell.of(answer.conflict().isPresent() ? "-" : String.valueOf(answer.weak().size())),
              Cell.of(answer.complete() ? "complete" : "not every order; raise --budget")));
    }
    return new Table(
        id + "-profiles",
        "Whether interleavings show all outcomes, by profile",
        ImmutableList.of(
            new Column("Profile", false),
            new Column("Verdict", false),
            new Column("Outcomes of interleavings", true),
            new Column("Other outcomes", true),
            new Column("Explored", false)),
        rows.build());
  }

  private void conflicts(ImmutableList.Builder<PageBlock> blocks) {
    FindingParts parts = new FindingParts(diagrams);
    Map<Object, Robustness> first = new LinkedHashMap<>();
    for (Robustness answer : answers) {
      answer.conflict().ifPresent(conflict -> first.putIfAbsent(conflict.identity(), answer));
    }
    int number = 0;
    for (Robustness answer : first.values()) {
      number++;
      blocks.add(
          parts.of(
              answer.conflict().orElseThrow(),
              Tone.BAD,
              "Under " + answer.profile().name() + ".",
              new Semantics.Promised(answer.profile()),
              ImmutableList.of(),
              id + "-conflict-" + number));
    }
  }

  private void weak(ImmutableList.Builder<PageBlock> blocks) {
    Set<String> shown = new LinkedHashSet<>();
    for (Robustness answer : answers) {
      ImmutableSet<String> fresh = Sets.difference(answer.weak(), shown).immutableCopy();
      if (fresh.isEmpty()) {
        continue;
      }
      shown.addAll(fresh);
      blocks.addAll(missing(answer));
      Semantics semantics = new Semantics.Promised(answer.profile());
      ImmutableSet<String> ends = Sets.difference(fresh, HANGS).immutableCopy();
      var witnesses = diagrams.schedules(ends, semantics, OutcomeParts.STATES);
      int number = 0;
      for (String values : ends) {
        number++;
        blocks.add(
            OutcomeParts.schedule(
                diagrams,
                id + "-" + answer.profile().name() + "-outcome-" + number,
                values,
                false,
                semantics,
                witnesses.get(values)));
      }
    }
  }

  private ImmutableList<PageBlock> missing(Robustness answer) {
    String under = "Under " + answer.profile().name() + ": ";
    if (answer.missing().isEmpty()) {
      return ImmutableList.of(
          new Paragraph(
              under + "signal_fetch shows a signal before what it follows; wait for it instead."));
    }
    Map<SourceLine, String> marks = new LinkedHashMap<>();
    answer.missing().forEach(line -> marks.put(line, "to be complete"));
    return ImmutableList.<PageBlock>builder()
        .add(
            new Paragraph(
                under
                    + "were the marked operations complete before their agents go on, as by a"
                    + " quiet, interleavings would show all outcomes."))
        .addAll(SourceListing.of(source, marks))
        .build();
  }
}
