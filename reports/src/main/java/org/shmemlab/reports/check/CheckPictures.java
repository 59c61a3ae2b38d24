package org.shmemlab.reports.check;

import com.google.common.collect.ImmutableSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.reports.diagram.OrderGraph;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.reports.page.Pages;
import org.shmemlab.scenarios.judge.LitmusAnswer;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.Outcome;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.spacetime.Diagrams;
import org.shmemlab.scenarios.spacetime.SpaceTime;

/**
 * Draws one schedule of a check as a picture and as a graph: that of the first finding, or where
 * nothing is found, a shortest one of the first outcome.
 */
public final class CheckPictures implements CheckView {
  private static final long STATES = 100_000;

  private @Nullable Diagrams diagrams;
  private @Nullable Supplier<Optional<PageBlock.Diagram>> finding;
  private @Nullable Supplier<Optional<PageBlock.Diagram>> outcome;

  @Override
  public void diagrams(Diagrams ofNext) {
    diagrams = ofNext;
  }

  @Override
  public void litmus(LitmusJudgement judgement) {
    for (LitmusAnswer answer : judgement.answers()) {
      List<String> outcomes = answer.outcomes().stream().map(Outcome::values).toList();
      note(answer.exploration().findings(), outcomes, new Semantics.Promised(answer.profile()));
    }
  }

  @Override
  public void program(ProgramJudgement judgement) {
    for (ProgramJudgement.Answer answer : judgement.answers()) {
      List<String> outcomes = List.copyOf(answer.exploration().outcomes().keySet());
      note(answer.exploration().findings(), outcomes, new Semantics.Promised(answer.profile()));
    }
  }

  // Drawn where it is asked for.
  private void note(List<Finding> findings, List<String> outcomes, Semantics semantics) {
    Diagrams drawn = Objects.requireNonNull(diagrams);
    if (finding == null && !findings.isEmpty()) {
      Finding first = findings.get(0);
      finding =
          () ->
              diagram(
                  "A schedule that leads to a "
                      + first.kind().word()
                      + ", under "
                      + semantics.name(),
                  drawn.of(first, semantics),
                  drawn);
    } else if (finding == null && outcome == null && !outcomes.isEmpty()) {
      String values = outcomes.get(0);
      outcome =
          () ->
              Optional.ofNullable(
                      drawn.schedules(ImmutableSet.of(values), semantics, STATES).get(values))
                  .flatMap(witness ->
                      diagram(
                          "A schedule that shows " + values + ", under " + semantics.name(),
                          drawn.of(witness.choices(), semantics),
                          drawn));
    }
  }

  private static Optional<PageBlock.Diagram> diagram(
      String title, Optional<SpaceTime> picture, Diagrams drawn) {
    return picture.map(of -> new PageBlock.Diagram("schedule", title, of, drawn.source()));
  }

  /** The picture in SVG; one that says so where there is nothing to draw, or too much. */
  public String svg() {
    return chosen()
        .map(Pages::picture)
        .orElse(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 500 40' width='500'"
                + " height='40'><text x='8' y='24'>No schedule: nothing was found, or its picture would be too large.</text></svg>\n");
  }

  /** The order of its steps, in Graphviz's language; an empty graph where there is none. */
  public String dot() {
    return chosen()
        .map(diagram -> OrderGraph.of(diagram.picture(), diagram.source(), diagram.title()))
        .orElse("digraph order {\n}\n");
  }

  private Optional<PageBlock.Diagram> chosen() {
    return finding != null ? finding.get() : outcome != null ? outcome.get() : Optional.empty();
  }
}
