package org.shmemlab.labs.grading;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Streams;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.shmemlab.labs.lesson.CallWords;
import org.shmemlab.labs.lesson.Criterion;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.repair.Change;
import org.shmemlab.model.repair.Repair;
import org.shmemlab.model.repair.RepairSearch;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.reports.diagram.Drawing;
import org.shmemlab.reports.finding.BoundWords;
import org.shmemlab.reports.finding.FindingWords;
import org.shmemlab.scenarios.judge.ConflictRepairs;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.Diagrams;
import org.shmemlab.scenarios.spacetime.SpaceTime;
import org.shmemlab.transports.rules.BadTransport;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;

/** Explores all orders of an answer. */
final class Orders {
  private final GradingLimits limits;
  private final Optional<Drawing> drawing;
  private final Predicate<Trouble> repaired;

  /**
   * @param repaired the troubles for which repairs are looked for, as a mistake advises a call
   */
  Orders(GradingLimits limits, Optional<Drawing> drawing, Predicate<Trouble> repaired) {
    this.limits = limits;
    this.drawing = drawing;
    this.repaired = repaired;
  }

  TestOutcome test(SourceFile source, Program program, Criterion.Orders orders) {
    Job job = Job.ofPes(orders.start().pes());
    Semantics semantics = semantics(program, orders);
    Judged judged = judge(source, program, job, semantics);
    Exploration seen = judged.exploration;
    Set<Trouble> troubles = new LinkedHashSet<>(troubles(source, program, job, semantics, judged));
    if (orders.prints() != null && (troubles.isEmpty() || judged.oneDocument.isPresent())) {
      for (String printed : judged.outcomes) {
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
            .formatted(owner(semantics, orders), Runs.pes(job.pes()), BoundWords.of(seen.bound())),
        ImmutableList.copyOf(troubles));
  }

  private List<Trouble> troubles(
      SourceFile source, Program program, Job job, Semantics semantics, Judged judged) {
    List<Finding> findings = judged.exploration.findings();
    List<Trouble> plain =
        findings.stream()
            .map(finding -> trouble(source, program, job, semantics, finding))
            .toList();
    if (judged.oneDocument.isPresent()) {
      return plain.stream()
          .map(one -> one.with(one.facts().ofOneDocument()).saying(judged.oneDocument.get()))
          .toList();
    }
    if (judged.judgement.isEmpty() || plain.stream().noneMatch(repaired)) {
      return plain;
    }
    ConflictRepairs repairs =
        judged
            .judgement
            .get()
            .withRepairs(program, limits.search(Engine.STATES))
            .answers()
            .get(0)
            .repairs();
    return Streams.zip(
            plain.stream(),
            findings.stream(),
            (trouble, finding) ->
                trouble.with(
                    trouble
                        .facts()
                        .mendedBy(
                            repairs
                                .of(finding)
                                .flatMap(RepairSearch.Result::repair)
                                .map(Orders::mends)
                                .orElse(ImmutableSet.of()))))
        .toList();
  }

  /**
   * An exploration, judged.
   *
   * @param exploration by the document that promises less, or of a transport
   * @param oneDocument where the other document forbids nothing in it: what the two say
   * @param outcomes what the program prints, by the document that allows it
   * @param judgement by the document that promises less; empty for a transport
   */
  private record Judged(
      Exploration exploration,
      Optional<String> oneDocument,
      Set<String> outcomes,
      Optional<ProgramJudgement> judgement) {}

  /** The kinds of calls that a repair consists of, and those that would do instead. */
  private static Set<String> mends(Repair repair) {
    Set<String> mends = new HashSet<>(CallWords.ALL);
    for (Change change : repair.changes()) {
      mends.retainAll(
          switch (change) {
            case Change.Insertion insertion ->
                switch (insertion.kind()) {
                  case FENCE -> ImmutableSet.of("fence", "quiet");
                  case QUIET -> ImmutableSet.of("quiet");
                  case SYNC -> ImmutableSet.of("sync", "barrier");
                  case BARRIER -> ImmutableSet.of("barrier");
                  case THREAD_FENCE, SYSTEM_FENCE -> ImmutableSet.of("threadfence");
                  default -> ImmutableSet.of();
                };
            case Change.OnOtherPes _ -> ImmutableSet.of("barrier", "sync");
            default -> ImmutableSet.of();
          });
    }
    return mends;
  }

  private static String owner(Semantics semantics, Criterion.Orders orders) {
    return switch (semantics) {
      case Semantics.Promised(Profile profile) -> profile.isOfNccl() ? "NCCL's" : "NVSHMEM's";
      case Semantics.Implemented _ -> orders.transport() + "'s";
    };
  }

  private static Semantics semantics(Program program, Criterion.Orders orders) {
    if (orders.transport() == null) {
      return new Semantics.Promised(ProgramJudgement.profiles(program).get(0));
    }
    try {
      Transport transport = Transport.of(orders.transport(), Settings.DEFAULT);
      return new Semantics.Implemented(transport, orders.pesPerNode());
    } catch (BadTransport wrong) {
      throw new IllegalArgumentException(wrong.text(), wrong);
    }
  }

  private Judged judge(SourceFile source, Program program, Job job, Semantics semantics) {
    return switch (semantics) {
      case Semantics.Promised(Profile profile) -> promised(source, program, job, profile);
      case Semantics.Implemented(Transport transport, int perNode) -> {
        Exploration seen =
            TransportAnswer.of(program, job, transport, perNode, limits.search(Engine.STATES))
                .exploration();
        yield new Judged(seen, Optional.empty(), seen.outcomes().keySet(), Optional.empty());
      }
    };
  }

  private Judged promised(SourceFile source, Program program, Job job, Profile profile) {
    ProgramJudgement weakest = judgement(source, program, job, profile);
    Exploration seen = weakest.answers().get(0).exploration();
    if (seen.findings().isEmpty()) {
      return new Judged(seen, Optional.empty(), seen.outcomes().keySet(), Optional.empty());
    }
    ImmutableList<Profile> profiles = ProgramJudgement.profiles(program);
    Profile other = profiles.get(Math.min(1, profiles.size() - 1));
    Exploration byOther = judgement(source, program, job, other).answers().get(0).exploration();
    return new Judged(
        seen,
        byOther.findings().isEmpty()
            ? Optional.of(
                OneDocument.reason(profile, other, with -> isRight(source, program, job, with)))
            : Optional.empty(),
        byOther.outcomes().keySet(),
        Optional.of(weakest));
  }

  private boolean isRight(SourceFile source, Program program, Job job, Profile profile) {
    return judgement(source, program, job, profile).findings().isEmpty();
  }

  private ProgramJudgement judgement(SourceFile source, Program program, Job job, Profile profile) {
    return ProgramJudgement.of(
        source, program, job, ImmutableList.of(profile), limits.search(Engine.AUTO));
  }

  private Trouble trouble(
      SourceFile source, Program program, Job job, Semantics semantics, Finding finding) {
    Optional<SpaceTime> schedule =
        Diagrams.of(source, program, job, Long.MAX_VALUE, () -> false).of(finding, semantics);
    Trouble trouble = trouble(finding, picture(source, schedule));
    return schedule
        .map(shown -> CallsAround.of(shown, CallInventory.byLine(program, source.path())))
        .map(around -> trouble.with(trouble.facts().around(around)))
        .orElse(trouble);
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

  private ImmutableList<String> picture(SourceFile source, Optional<SpaceTime> schedule) {
    ImmutableList<String> lines =
        drawing
            .flatMap(how -> schedule.map(shown -> how.lines(shown, source)))
            .orElse(ImmutableList.of());
    return lines.size() <= 1 ? ImmutableList.of() : lines; // a heading alone shows nothing
  }
}
