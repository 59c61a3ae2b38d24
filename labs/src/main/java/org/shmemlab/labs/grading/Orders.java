package org.shmemlab.labs.grading;

import com.google.common.collect.ImmutableList;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.shmemlab.labs.lesson.Criterion;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.reports.diagram.Drawing;
import org.shmemlab.reports.finding.BoundWords;
import org.shmemlab.reports.finding.FindingWords;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.Diagrams;
import org.shmemlab.transports.rules.BadTransport;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;

/** Explores all orders of an answer. */
final class Orders {
  private final GradingLimits limits;
  private final Optional<Drawing> drawing;

  Orders(GradingLimits limits, Optional<Drawing> drawing) {
    this.limits = limits;
    this.drawing = drawing;
  }

  TestOutcome test(SourceFile source, Program program, Criterion.Orders orders) {
    Job job = Job.ofPes(orders.start().pes());
    Semantics semantics = semantics(orders);
    Exploration seen = explore(source, program, job, semantics);
    Set<Trouble> troubles = new LinkedHashSet<>();
    for (Finding finding : seen.findings()) {
      troubles.add(trouble(finding, picture(source, program, job, semantics, finding)));
    }
    if (orders.prints() != null && troubles.isEmpty()) {
      for (String printed : seen.outcomes().keySet()) {
        PrintedLines.difference(printed, orders.prints())
            .ifPresent(difference ->
                troubles.add(
                    Trouble.of(
                        "prints",
                        TroubleFacts.printed(difference.unexpected()),
                        "in some order " + difference.text())));
      }
    }
    if (troubles.isEmpty() && seen.bound() instanceof Exploration.Bound.Unknown unknown) {
      troubles.add(
          Trouble.of(
              "not all orders",
              unknown.reached().get(0).line() + ": " + unknown.reached().get(0).text()));
    }
    return new TestOutcome(
        "%s orders of %s: %s"
            .formatted(
                orders.transport() == null ? "NVSHMEM's" : orders.transport() + "'s",
                Runs.pes(job.pes()),
                BoundWords.of(seen.bound())),
        ImmutableList.copyOf(troubles));
  }

  private static Semantics semantics(Criterion.Orders orders) {
    if (orders.transport() == null) {
      return new Semantics.Promised(Profile.NVSHMEM);
    }
    try {
      Transport transport = Transport.of(orders.transport(), Settings.DEFAULT);
      return new Semantics.Implemented(transport, orders.pesPerNode());
    } catch (BadTransport wrong) {
      throw new IllegalArgumentException(wrong.text(), wrong);
    }
  }

  private Exploration explore(SourceFile source, Program program, Job job, Semantics semantics) {
    return switch (semantics) {
      case Semantics.Promised(Profile profile) ->
          ProgramJudgement.of(
                  source, program, job, ImmutableList.of(profile), limits.search(Engine.AUTO))
              .answers()
              .get(0)
              .exploration();
      case Semantics.Implemented(Transport transport, int perNode) ->
          TransportAnswer.of(program, job, transport, perNode, limits.search(Engine.STATES))
              .exploration();
    };
  }

  static Trouble trouble(Finding finding, ImmutableList<String> picture) {
    return new Trouble(
        finding.kind().word(),
        TroubleFacts.of(finding),
        finding.agents().isEmpty()
            ? FindingWords.placed(finding)
                + finding.missingOrder().map(order -> ". Missing order: " + order).orElse("")
            : Runs.waiting(finding.agents()),
        "",
        picture);
  }

  private ImmutableList<String> picture(
      SourceFile source, Program program, Job job, Semantics semantics, Finding finding) {
    if (drawing.isEmpty()) {
      return ImmutableList.of();
    }
    ImmutableList<String> lines =
        Diagrams.of(source, program, job, Long.MAX_VALUE, () -> false)
            .of(finding, semantics)
            .map(diagram -> drawing.get().lines(diagram, source))
            .orElse(ImmutableList.of());
    return lines.size() <= 1 ? ImmutableList.of() : lines; // a heading alone shows nothing
  }
}
