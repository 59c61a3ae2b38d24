package org.shmemlab.cli;

import com.google.common.collect.ImmutableList;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.reports.CheckTotals;
import org.shmemlab.reports.CheckView;
import org.shmemlab.reports.Finding;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.judge.HeaderComment;
import org.shmemlab.scenarios.judge.Limits;
import org.shmemlab.scenarios.judge.LitmusAnswer;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.SourceFile;

/** Checks files one after the other, tells the view, and keeps count. */
final class Checks {
  private static final int DEFAULT_PES = 2;

  private final CheckView view;
  private final ImmutableList<Profile> chosen;
  private final @Nullable Integer pes;
  private final long budget;
  private final boolean strict;
  private final boolean repair;
  private final Interruption interruption;
  private final PrintStream err;

  private int tests;
  private int testsAsExpected;
  private int announced;
  private int announcedAsExpected;
  private int others;
  private int clean;
  private int warned;
  private int broken;
  private int rejected;
  private boolean unfinished;

  Checks(
      CheckView view,
      ImmutableList<Profile> chosen,
      @Nullable Integer pes,
      long budget,
      boolean strict,
      boolean repair,
      Interruption interruption,
      PrintStream err) {
    this.view = view;
    this.chosen = chosen;
    this.pes = pes;
    this.budget = budget;
    this.strict = strict;
    this.repair = repair;
    this.interruption = interruption;
    this.err = err;
  }

  /** Checks a file, unless somebody wants to stop. */
  void check(SourceFile file) {
    if (interruption.requested()) {
      return;
    }
    Progress progress = new Progress(err, System.nanoTime());
    Limits limits = new Limits(budget, new Stop(progress)::requested);
    if (SourceFiles.isLitmus(file.path())) {
      litmus(file, limits, progress);
    } else {
      program(file, limits, progress);
    }
  }

  private void litmus(SourceFile file, Limits limits, Progress progress) {
    Litmus.Compiled compiled = Litmus.compile(file);
    LitmusProgram program = compiled.program();
    if (program == null) {
      reject(file, compiled.diagnostics());
      return;
    }
    ImmutableList<Profile> profiles =
        chosen.isEmpty() ? LitmusJudgement.profiles(program.test()) : chosen;
    LitmusJudgement judgement = LitmusJudgement.of(program, profiles, limits);
    tests++;
    testsAsExpected += judgement.asExpected() ? 1 : 0;
    for (LitmusAnswer answer : judgement.answers()) {
      Exploration exploration = answer.exploration();
      boolean found = !exploration.findings().isEmpty();
      unfinished |= !exploration.complete() && !found;
    }
    LitmusJudgement told = repair ? judgement.mended(program, limits) : judgement;
    progress.clear();
    view.litmus(told);
  }

  private void program(SourceFile file, Limits limits, Progress progress) {
    CudaC.Compiled compiled = CudaC.compile(file);
    Program program = compiled.program();
    if (program == null) {
      reject(file, compiled.diagnostics());
      return;
    }
    ImmutableList<Profile> profiles = chosen.isEmpty() ? ProgramJudgement.profiles(file) : chosen;
    int number = pes != null ? pes : HeaderComment.of(file).pes().orElse(DEFAULT_PES);
    ProgramJudgement judgement = ProgramJudgement.of(file, program, number, profiles, limits);
    count(judgement);
    ProgramJudgement told = repair ? judgement.mended(program, limits) : judgement;
    progress.clear();
    view.program(told);
  }

  private void count(ProgramJudgement judgement) {
    boolean nothing = judgement.findings().isEmpty();
    unfinished |= nothing && !judgement.complete();
    if (judgement.expected().isPresent()) {
      announced++;
      announcedAsExpected += judgement.asExpected() ? 1 : 0;
      return;
    }
    others++;
    if (!judgement.errors().isEmpty()) {
      broken++;
    } else if (!nothing) {
      warned++;
    } else if (judgement.complete()) {
      clean++;
    }
  }

  private void reject(SourceFile file, ImmutableList<Diagnostic> diagnostics) {
    rejected++;
    view.rejected(file.path(), diagnostics.stream().map(Finding::of).toList());
  }

  /** Tells the view that this was all; gives the exit code. */
  int end() {
    view.end(
        new CheckTotals(
            tests,
            testsAsExpected,
            announced,
            announcedAsExpected,
            others,
            clean,
            warned,
            broken,
            rejected));
    if (interruption.requested()) {
      return ExitCodes.INTERRUPTED;
    }
    if (rejected > 0) {
      return ExitCodes.USAGE;
    }
    boolean different = testsAsExpected < tests || announcedAsExpected < announced;
    if (broken > 0 || (strict && warned > 0) || (different && !unfinished)) {
      return ExitCodes.PROGRAM_FAILED;
    }
    return unfinished ? ExitCodes.BUDGET : different ? ExitCodes.PROGRAM_FAILED : ExitCodes.OK;
  }

  /** Asked before each state: shows progress on a terminal, and says whether to stop. */
  private final class Stop {
    private final Progress progress;
    private long states;

    Stop(Progress progress) {
      this.progress = progress;
    }

    boolean requested() {
      states++;
      progress.update(
          System.nanoTime(),
          seconds ->
              String.format(
                  java.util.Locale.ROOT, "%,d states, %,.0f/s", states, states / seconds));
      return interruption.requested();
    }
  }
}
