package org.shmemlab.labs.workbench;

import com.google.common.collect.ImmutableList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    Map<String, String> verdicts = new LinkedHashMap<>();
    for (ProgramJudgement.Answer answer :
        ProgramJudgement.of(
                source,
                program,
                job,
                ProgramJudgement.profiles(program),
                limits.search(Engine.AUTO))
            .answers()) {
      verdicts.put(answer.profile().name(), words(answer.exploration()));
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
      verdicts.put(transport.key(), words(seen));
    }
    return shown(verdicts);
  }

  /** Those on a litmus test. */
  Shown of(SourceFile source, LitmusProgram program) {
    Map<String, String> verdicts = new LinkedHashMap<>();
    LitmusJudgement.of(
            program, LitmusJudgement.profiles(program.test()), limits.search(Engine.AUTO))
        .answers()
        .forEach(answer -> verdicts.put(answer.profile().name(), word(answer)));
    for (Transport transport : Transport.all()) {
      TransportAnswer answer =
          TransportAnswer.of(
              program,
              transport,
              perNode(transport, program.test().pes()),
              limits.search(Engine.STATES));
      verdicts.put(transport.key(), answer.verdict().map(Verdict::word).orElse("not possible"));
    }
    return shown(verdicts);
  }

  /** A line for each document's verdict on a litmus test. */
  static ImmutableList<String> lines(LitmusJudgement judgement) {
    return judgement.answers().stream()
        .map(answer -> line(answer.profile().name(), word(answer)))
        .collect(ImmutableList.toImmutableList());
  }

  private static String word(LitmusAnswer answer) {
    return answer.verdict().map(Verdict::word).orElse("unknown");
  }

  private static String line(String where, String verdict) {
    return where + ": " + verdict;
  }

  private static Shown shown(Map<String, String> verdicts) {
    boolean same = verdicts.values().stream().distinct().count() == 1;
    return new Shown(
        same,
        same ? "The same everywhere." : "The documents and transports differ.",
        verdicts.entrySet().stream()
            .map(one -> line(one.getKey(), one.getValue()))
            .collect(ImmutableList.toImmutableList()),
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
