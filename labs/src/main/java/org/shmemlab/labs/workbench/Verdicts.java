package org.shmemlab.labs.workbench;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.stream.Collectors;
import org.shmemlab.labs.grading.GradingLimits;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.judge.LitmusAnswer;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.rules.Transport;

/** Lists the verdicts of the documents and of all transports on a program, next to each other. */
final class Verdicts {
  private final GradingLimits limits;

  Verdicts(GradingLimits limits) {
    this.limits = limits;
  }

  /** Those on a program. */
  Shown of(SourceFile source, Program program, Job job) {
    ImmutableList.Builder<String> lines = ImmutableList.builder();
    for (ProgramJudgement.Answer answer :
        ProgramJudgement.of(
                source,
                program,
                job,
                ProgramJudgement.profiles(program),
                limits.search(Engine.AUTO))
            .answers()) {
      lines.add(answer.profile().name() + ": " + words(answer.exploration()));
    }
    for (Transport transport : Transport.all()) {
      Exploration seen =
          TransportAnswer.of(
                  program,
                  job,
                  transport,
                  perNode(transport, job.pes()),
                  limits.search(Engine.STATES))
              .exploration();
      lines.add(transport.key() + ": " + words(seen));
    }
    return shown(lines.build());
  }

  /** Those on a litmus test. */
  Shown of(SourceFile source, LitmusProgram program) {
    ImmutableList.Builder<String> lines = ImmutableList.builder();
    lines.addAll(
        lines(
            LitmusJudgement.of(
                program, LitmusJudgement.profiles(program.test()), limits.search(Engine.AUTO))));
    for (Transport transport : Transport.all()) {
      TransportAnswer answer =
          TransportAnswer.of(
              program,
              transport,
              perNode(transport, program.test().pes()),
              limits.search(Engine.STATES));
      lines.add(
          transport.key() + ": " + answer.verdict().map(Verdict::word).orElse("not possible"));
    }
    return shown(lines.build());
  }

  /** A line for each document's verdict on a litmus test. */
  static ImmutableList<String> lines(LitmusJudgement judgement) {
    return judgement.answers().stream()
        .map(answer -> answer.profile().name() + ": " + word(answer))
        .collect(ImmutableList.toImmutableList());
  }

  private static String word(LitmusAnswer answer) {
    return answer.verdict().map(Verdict::word).orElse("unknown");
  }

  private static Shown shown(ImmutableList<String> lines) {
    long kinds = lines.stream().map(line -> line.replaceFirst(".*: ", "")).distinct().count();
    return new Shown(
        kinds == 1,
        kinds == 1 ? "The same everywhere." : "The documents and transports differ.",
        lines,
        List.of(),
        List.of(),
        "");
  }

  private static int perNode(Transport transport, int pes) {
    return transport.peer().isPresent() ? pes : 1;
  }

  private static String words(Exploration seen) {
    return seen.findings().isEmpty()
        ? seen.complete() ? "nothing wrong" : "nothing found, not all orders"
        : seen.findings().stream()
            .map(finding -> finding.kind().word())
            .distinct()
            .collect(Collectors.joining(", "));
  }
}
