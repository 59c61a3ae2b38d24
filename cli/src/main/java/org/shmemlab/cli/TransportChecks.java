package org.shmemlab.cli;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.machine.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.reports.Finding;
import org.shmemlab.reports.TransportView;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.judge.HeaderComment;
import org.shmemlab.scenarios.judge.Limits;
import org.shmemlab.scenarios.judge.LitmusAnswer;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.judge.TransportJudgement;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.Diagrams;
import org.shmemlab.transports.rules.Transport;

/** Checks files under transports, one after the other, and keeps count. */
final class TransportChecks {
  private final TransportView view;
  private final CheckSettings settings;
  private final TransportOptions options;
  private final Limits limits;
  private final boolean repair;
  private final Interruption interruption;
  private boolean rejected;
  private boolean wrong;
  private boolean unfinished;

  TransportChecks(
      TransportView view,
      CheckSettings settings,
      TransportOptions options,
      Limits limits,
      boolean repair,
      Interruption interruption) {
    this.view = view;
    this.settings = settings;
    this.options = options;
    this.limits = limits;
    this.repair = repair;
    this.interruption = interruption;
  }

  /** Checks the files under one transport; gives the exit code. */
  int under(Transport transport, List<SourceFile> files) {
    for (SourceFile file : files) {
      if (interruption.goesOn()) {
        TransportJudgement judgement = judge(file, transport);
        if (judgement != null) {
          wrong |= !judgement.good();
          unfinished |= judgement.good() && !judgement.answer().exploration().complete();
          view.judged(judgement);
          save(judgement);
        }
      }
    }
    return end();
  }

  /** Prints what the specification and every transport make of each test; gives the exit code. */
  int table(List<SourceFile> files) {
    for (SourceFile file : files) {
      if (!interruption.goesOn()) {
        break;
      }
      LitmusProgram program = SourceFiles.isLitmus(file.path()) ? litmus(file) : null;
      if (program != null) {
        view.row(program.test().name(), row(program));
      }
    }
    return end();
  }

  private @Nullable TransportJudgement judge(SourceFile named, Transport transport) {
    SourceFile file = settings.source(named);
    if (SourceFiles.isLitmus(file.path())) {
      LitmusProgram program = litmus(file);
      if (program == null) {
        return null;
      }
      view.diagrams(Diagrams.of(program, interruption::requested));
      return mended(
          TransportJudgement.of(
              program, transport, options.pesPerNode(transport, program.test().pes()), limits),
          program.program());
    }
    CudaC.Compiled compiled = CudaC.compile(file);
    Program program = compiled.program();
    if (program == null) {
      reject(file, compiled.diagnostics());
      return null;
    }
    Job job = settings.job(HeaderComment.of(file).pes().orElse(Checks.DEFAULT_PES));
    int perNode = options.pesPerNode(transport, job.pes());
    view.diagrams(Diagrams.of(file, program, job, interruption::requested));
    return mended(TransportJudgement.of(file, program, job, transport, perNode, limits), program);
  }

  private TransportJudgement mended(TransportJudgement judgement, Program program) {
    return repair ? judgement.mended(program, limits) : judgement;
  }

  private void save(TransportJudgement judgement) {
    TransportAnswer answer = judgement.answer();
    settings
        .replays()
        .ifPresent(folder ->
            folder.save(
                judgement.source(),
                new Semantics.Implemented(answer.transport(), answer.pesPerNode()),
                judgement.job(),
                answer.exploration().findings()));
  }

  private ImmutableMap<String, String> row(LitmusProgram program) {
    ImmutableMap.Builder<String, String> cells = ImmutableMap.builder();
    ImmutableList<Profile> profiles = ImmutableList.of(Profile.NVSHMEM, Profile.ORDERING_PAGE);
    for (LitmusAnswer answer : LitmusJudgement.of(program, profiles, limits).answers()) {
      unfinished |= answer.verdict().isEmpty() && !answer.exploration().complete();
      cells.put(
          answer.profile().name(),
          answer
              .verdict()
              .map(TransportChecks::mark)
              .orElse(unknown(answer.exploration().complete())));
    }
    for (Transport transport : Transport.all()) {
      int perNode = options.pesPerNode(transport, program.test().pes());
      TransportAnswer answer = TransportAnswer.of(program, transport, perNode, limits);
      unfinished |= answer.verdict().isEmpty() && !answer.exploration().complete();
      cells.put(
          transport.key(),
          answer
              .verdict()
              .map(TransportChecks::mark)
              .orElse(unknown(answer.exploration().complete())));
    }
    return cells.buildOrThrow();
  }

  private static String mark(Verdict verdict) {
    return switch (verdict) {
      case ALLOWED -> "y";
      case FORBIDDEN -> "n";
      case UNDEFINED, DEADLOCK -> verdict.word();
    };
  }

  private static String unknown(boolean complete) {
    return complete ? "-" : "?";
  }

  private @Nullable LitmusProgram litmus(SourceFile file) {
    Litmus.Compiled compiled = Litmus.compile(file);
    if (compiled.program() == null) {
      reject(file, compiled.diagnostics());
    }
    return compiled.program();
  }

  private void reject(SourceFile file, ImmutableList<Diagnostic> diagnostics) {
    rejected = true;
    view.rejected(file.path(), diagnostics.stream().map(Finding::of).toList());
  }

  private int end() {
    view.end();
    return ExitCodes.ofCheck(interruption.requested(), wrong, rejected, unfinished);
  }
}
