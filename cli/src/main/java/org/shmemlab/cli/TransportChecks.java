package org.shmemlab.cli;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.TransportView;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.judge.Announcement;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.judge.HeaderComment;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.judge.TransportJudgement;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.Diagrams;
import org.shmemlab.transports.rules.Transport;

/** Checks files under a transport, one after the other, and keeps count. */
final class TransportChecks {
  private final ImmutableList<TransportView> views;
  private final CheckSettings settings;
  private final TransportOptions options;
  private final ExplorationLimits limits;
  private final boolean repair;
  private final Interruption interruption;
  private boolean rejected;
  private boolean wrong;
  private boolean unfinished;

  TransportChecks(
      ImmutableList<TransportView> views,
      CheckSettings settings,
      TransportOptions options,
      ExplorationLimits limits,
      boolean repair,
      Interruption interruption) {
    this.views = views;
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
        long start = System.nanoTime();
        TransportJudgement judgement = judge(file, transport);
        if (judgement != null) {
          boolean unused = !judgement.unusedAllowances().isEmpty();
          wrong |= !judgement.good() || (settings.strict() && unused);
          unfinished |= judgement.good() && !judgement.answer().exploration().complete();
          views.forEach(view -> view.judged(judgement));
          save(judgement);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        views.forEach(view -> view.took(file.path(), seconds));
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
      drawn(Diagrams.of(program, settings.budget(), interruption::requested));
      return withRepairs(
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
    ImmutableList<Diagnostic> mistakes = Announcement.of(file).mistakes();
    if (!mistakes.isEmpty()) {
      reject(file, mistakes);
      return null;
    }
    Job job = settings.job(HeaderComment.of(file).pes().orElse(Checks.DEFAULT_PES));
    int perNode = options.pesPerNode(transport, job.pes());
    drawn(Diagrams.of(file, program, job, settings.budget(), interruption::requested));
    return withRepairs(
        TransportJudgement.of(file, program, job, transport, perNode, limits)
            .accepting(settings.accepted()),
        program);
  }

  private TransportJudgement withRepairs(TransportJudgement judgement, Program program) {
    return repair ? judgement.withRepairs(program, limits) : judgement;
  }

  private void drawn(Diagrams diagrams) {
    views.forEach(view -> view.diagrams(diagrams));
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

  private @Nullable LitmusProgram litmus(SourceFile file) {
    Litmus.Compiled compiled = Litmus.compile(file);
    if (compiled.program() == null) {
      reject(file, compiled.diagnostics());
    }
    return compiled.program();
  }

  private void reject(SourceFile file, ImmutableList<Diagnostic> diagnostics) {
    rejected = true;
    List<ReportedFinding> findings = diagnostics.stream().map(ReportedFinding::of).toList();
    views.forEach(view -> view.rejected(file.path(), findings));
  }

  private int end() {
    views.forEach(TransportView::end);
    return ExitCodes.ofCheck(interruption.requested(), wrong, rejected, unfinished);
  }
}
