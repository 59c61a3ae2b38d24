package org.shmemlab.cli.check;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.shell.Interruption;
import org.shmemlab.cli.source.SourceFiles;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.check.CheckView;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.judge.Announcement;
import org.shmemlab.scenarios.judge.FailingAllocations;
import org.shmemlab.scenarios.judge.HeaderComment;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.Diagrams;

/**
 * Holds a file as a check explores it.
 *
 * @param file with the options that its header and the command line define
 * @param test the litmus test; empty for a program
 */
record CheckedSource(SourceFile file, Program program, Job job, Optional<LitmusProgram> test) {
  /** PEs of a program that does not say how many it wants. */
  static final int DEFAULT_PES = 2;

  /** Compiles a file; null where the view was given the reasons why it is neither. */
  static @Nullable CheckedSource of(SourceFile named, CheckSettings settings, CheckView view) {
    SourceFile file = settings.source(named);
    if (SourceFiles.isLitmus(file.path())) {
      Litmus.Compiled compiled = Litmus.compile(file);
      LitmusProgram test = compiled.program();
      if (test != null) {
        Job job = Job.ofPes(test.test().pes());
        return new CheckedSource(file, test.program(), job, Optional.of(test));
      }
      return rejected(file, compiled.diagnostics(), view);
    }
    CudaC.Compiled compiled = CudaC.compile(file);
    Program program = compiled.program();
    HeaderComment header = HeaderComment.of(file);
    ImmutableList<Diagnostic> mistakes =
        program == null
            ? compiled.diagnostics()
            : Stream.concat(header.mistakes().stream(), Announcement.of(file).mistakes().stream())
                .collect(ImmutableList.toImmutableList());
    if (program == null || !mistakes.isEmpty()) {
      return rejected(file, mistakes, view);
    }
    Job job = FailingAllocations.located(program, settings.job(header.pes().orElse(DEFAULT_PES)));
    return new CheckedSource(file, program, job, Optional.empty());
  }

  /** The same program, started otherwise. */
  CheckedSource of(Job other) {
    return new CheckedSource(file, program, other, test);
  }

  private static @Nullable CheckedSource rejected(
      SourceFile file, ImmutableList<Diagnostic> diagnostics, CheckView view) {
    view.rejected(file.path(), diagnostics.stream().map(ReportedFinding::of).toList());
    return null;
  }

  /** The diagrams of its schedules. */
  Diagrams diagrams(CheckSettings settings, Interruption interruption) {
    return test.map(of -> Diagrams.of(of, settings.budget(), interruption::requested))
        .orElseGet(
            () -> Diagrams.of(file, program, job, settings.budget(), interruption::requested));
  }
}
