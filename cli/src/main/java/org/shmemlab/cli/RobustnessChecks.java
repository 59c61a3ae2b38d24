package org.shmemlab.cli;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.function.Function;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.RobustnessView;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.judge.HeaderComment;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.Robustness;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.Diagrams;

/**
 * Runs {@code check --robust}: compares the outcomes of a profile with those of interleavings, file
 * by file.
 */
final class RobustnessChecks {
  private final CheckSettings settings;
  private final ExplorationLimits limits;
  private final Interruption interruption;
  private final ImmutableList<RobustnessView> views;
  private boolean rejected;
  private boolean weak;
  private boolean unfinished;

  RobustnessChecks(
      CheckSettings settings,
      ExplorationLimits limits,
      Interruption interruption,
      ImmutableList<RobustnessView> views) {
    this.settings = settings;
    this.limits = limits;
    this.interruption = interruption;
    this.views = views;
  }

  /** Checks the files, until an interruption; returns the exit code. */
  int check(List<SourceFile> files) {
    for (SourceFile named : files) {
      if (interruption.goesOn()) {
        SourceFile file = settings.source(named);
        if (SourceFiles.isLitmus(file.path())) {
          litmus(file);
        } else {
          program(file);
        }
      }
    }
    views.forEach(RobustnessView::end);
    return ExitCodes.ofCheck(interruption.requested(), weak, rejected, unfinished);
  }

  private void litmus(SourceFile file) {
    Litmus.Compiled compiled = Litmus.compile(file);
    LitmusProgram program = compiled.program();
    if (program == null) {
      reject(file, compiled.diagnostics());
      return;
    }
    drawn(Diagrams.of(program, settings.budget(), interruption::requested));
    print(
        file,
        LitmusJudgement.profiles(program.test()),
        profile -> Robustness.of(program, profile, limits));
  }

  private void program(SourceFile file) {
    CudaC.Compiled compiled = CudaC.compile(file);
    Program program = compiled.program();
    if (program == null) {
      reject(file, compiled.diagnostics());
      return;
    }
    Job job = settings.job(HeaderComment.of(file).pes().orElse(Checks.DEFAULT_PES));
    drawn(Diagrams.of(file, program, job, settings.budget(), interruption::requested));
    print(
        file,
        ProgramJudgement.profiles(file),
        profile -> Robustness.of(file, program, job, profile, limits));
  }

  private void print(
      SourceFile file, ImmutableList<Profile> usual, Function<Profile, Robustness> check) {
    ImmutableList<Profile> profiles = settings.profiles(usual);
    ImmutableList<Robustness> answers =
        profiles.stream().map(check).collect(ImmutableList.toImmutableList());
    for (Robustness answer : answers) {
      weak |= answer.broken();
      unfinished |= !answer.broken() && !answer.complete();
    }
    views.forEach(view -> view.checked(file, answers));
  }

  private void drawn(Diagrams diagrams) {
    views.forEach(view -> view.diagrams(diagrams));
  }

  private void reject(SourceFile file, ImmutableList<Diagnostic> diagnostics) {
    rejected = true;
    List<ReportedFinding> findings = diagnostics.stream().map(ReportedFinding::of).toList();
    views.forEach(view -> view.rejected(file.path(), findings));
  }
}
