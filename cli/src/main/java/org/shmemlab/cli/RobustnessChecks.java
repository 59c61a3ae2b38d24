package org.shmemlab.cli;

import com.google.common.collect.ImmutableList;
import java.io.PrintStream;
import java.util.List;
import org.shmemlab.model.machine.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.reports.RobustnessText;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.judge.HeaderComment;
import org.shmemlab.scenarios.judge.Limits;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.Robustness;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.SourceFile;

/** {@code check --robust}: compares what a profile allows with interleavings, file by file. */
final class RobustnessChecks {
  private final CheckSettings settings;
  private final Limits limits;
  private final Interruption interruption;
  private final PrintStream out;
  private final PrintStream err;
  private boolean rejected;
  private boolean weak;
  private boolean unfinished;

  RobustnessChecks(
      CheckSettings settings,
      Limits limits,
      Interruption interruption,
      PrintStream out,
      PrintStream err) {
    this.settings = settings;
    this.limits = limits;
    this.interruption = interruption;
    this.out = out;
    this.err = err;
  }

  /** Checks the files, until somebody wants to stop; gives the exit code. */
  int check(List<SourceFile> files) {
    for (SourceFile named : files) {
      if (!interruption.requested()) {
        SourceFile file = settings.source(named);
        if (SourceFiles.isLitmus(file.path())) {
          litmus(file);
        } else {
          program(file);
        }
      }
    }
    if (interruption.requested()) {
      return ExitCodes.INTERRUPTED;
    }
    if (rejected) {
      return ExitCodes.USAGE;
    }
    if (weak) {
      return ExitCodes.PROGRAM_FAILED;
    }
    return unfinished ? ExitCodes.BUDGET : ExitCodes.OK;
  }

  private void litmus(SourceFile file) {
    Litmus.Compiled compiled = Litmus.compile(file);
    LitmusProgram program = compiled.program();
    if (program == null) {
      reject(compiled.diagnostics());
      return;
    }
    for (Profile profile : profiles(LitmusJudgement.profiles(program.test()))) {
      tell(file, Robustness.of(program, profile, limits));
    }
  }

  private void program(SourceFile file) {
    CudaC.Compiled compiled = CudaC.compile(file);
    Program program = compiled.program();
    if (program == null) {
      reject(compiled.diagnostics());
      return;
    }
    Job job = settings.job(HeaderComment.of(file).pes().orElse(Checks.DEFAULT_PES));
    for (Profile profile : profiles(ProgramJudgement.profiles(file))) {
      tell(file, Robustness.of(file, program, job, profile, limits));
    }
  }

  private ImmutableList<Profile> profiles(ImmutableList<Profile> otherwise) {
    return settings.profiles().isEmpty() ? otherwise : settings.profiles();
  }

  private void tell(SourceFile file, Robustness robustness) {
    boolean found = robustness.conflict().isPresent() || !robustness.weak().isEmpty();
    weak |= found;
    unfinished |= !found && !robustness.complete();
    out.print(RobustnessText.of(file.path(), robustness));
    out.flush();
  }

  private void reject(ImmutableList<Diagnostic> diagnostics) {
    rejected = true;
    diagnostics.forEach(diagnostic -> err.print(diagnostic + "\n"));
    err.flush();
  }
}
