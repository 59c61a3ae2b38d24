package org.shmemlab.reports.check;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Witness;
import org.shmemlab.reports.diagram.Drawing;
import org.shmemlab.reports.finding.BoundWords;
import org.shmemlab.reports.finding.FindingText;
import org.shmemlab.reports.finding.ScheduleText;
import org.shmemlab.scenarios.judge.LitmusAnswer;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.spacetime.Diagrams;

/** Writes how an outcome in question comes about, as text: a shortest schedule of each profile. */
public final class WitnessText implements CheckView {
  private final PrintStream out;
  private final String asked;
  private final long states;
  private final Optional<Drawing> drawing;
  private @Nullable Diagrams diagrams;

  /**
   * Prepares the answers.
   *
   * @param asked the outcome as a check prints it, or what only one of them begins with
   * @param states most states to look at
   * @param drawing for a diagram; empty for a table
   */
  public WitnessText(PrintStream out, String asked, long states, Optional<Drawing> drawing) {
    this.out = out;
    this.asked = asked.strip();
    this.states = states;
    this.drawing = drawing;
  }

  @Override
  public void diagrams(Diagrams ofNext) {
    diagrams = ofNext;
  }

  @Override
  public void litmus(LitmusJudgement judgement) {
    for (LitmusAnswer answer : judgement.answers()) {
      write(new Semantics.Promised(answer.profile()), answer.exploration());
    }
  }

  @Override
  public void program(ProgramJudgement judgement) {
    for (ProgramJudgement.Answer answer : judgement.answers()) {
      write(new Semantics.Promised(answer.profile()), answer.exploration());
    }
  }

  @Override
  public void end(CheckTotals totals) {
    out.flush();
  }

  private void write(Semantics semantics, Exploration exploration) {
    List<String> exact =
        exploration.outcomes().keySet().stream().filter(one -> one.strip().equals(asked)).toList();
    List<String> meant =
        exact.isEmpty()
            ? exploration.outcomes().keySet().stream()
                .filter(one -> one.strip().startsWith(asked))
                .toList()
            : exact;
    if (meant.size() != 1) {
      say(
          "Outcome "
              + asked
              + " under "
              + semantics.name()
              + (meant.isEmpty()
                  ? ": no execution shows it"
                  : ": " + meant.size() + " outcomes begin so; write one of them whole"));
      return;
    }
    schedule(meant.get(0), semantics);
  }

  private void schedule(String outcome, Semantics semantics) {
    if (diagrams == null) {
      throw new IllegalStateException("no way to find schedules was given");
    }
    Diagrams here = diagrams;
    Witness witness = here.schedules(ImmutableSet.of(outcome), semantics, states).get(outcome);
    String shown = outcome.strip().replace("\n", " | ");
    if (witness == null) {
      say(
          "Outcome %s under %s: none of the %s states nearest to the start shows it; --budget N looks farther"
              .formatted(shown, semantics.name(), BoundWords.number(states)));
      return;
    }
    say("Outcome " + shown + " under " + semantics.name() + ", by a shortest schedule:");
    ImmutableList<String> lines =
        drawing
            .flatMap(how ->
                here.of(witness.choices(), semantics)
                    .map(picture -> how.lines(picture, here.source())))
            .orElseGet(() -> new ScheduleText(here.source()).lines(witness.steps()));
    lines.forEach(line -> say("  " + line));
    FindingText text = new FindingText(here.source(), semantics, here.job(), _ -> {});
    say("  Replay: " + text.replay(witness));
  }

  private void say(String line) {
    out.print(line + "\n");
  }
}
