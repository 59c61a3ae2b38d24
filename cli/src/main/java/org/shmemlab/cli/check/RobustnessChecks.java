package org.shmemlab.cli.check;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.function.Function;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.cli.shell.Interruption;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.reports.check.CheckTotals;
import org.shmemlab.reports.check.CheckView;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.Robustness;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Runs {@code check --robust}: compares the outcomes of a profile with those of interleavings, file
 * by file.
 */
final class RobustnessChecks {
  private final CheckSettings settings;
  private final ExplorationLimits limits;
  private final Interruption interruption;
  private final CheckView view;
  private boolean rejected;
  private boolean weak;
  private boolean unfinished;

  RobustnessChecks(
      CheckSettings settings, ExplorationLimits limits, Interruption interruption, CheckView view) {
    this.settings = settings;
    this.limits = limits;
    this.interruption = interruption;
    this.view = view;
  }

  /** Checks the files, until an interruption; returns the exit code. */
  int check(List<SourceFile> files) {
    for (SourceFile named : files) {
      if (interruption.goesOn()) {
        CheckedSource source = CheckedSource.of(named, settings, view);
        if (source == null) {
          rejected = true;
        } else {
          view.diagrams(source.diagrams(settings, interruption));
          check(source);
        }
      }
    }
    view.end(CheckTotals.NONE);
    return ExitCodes.ofCheck(interruption.requested(), weak, rejected, unfinished);
  }

  private void check(CheckedSource source) {
    SourceFile file = source.file();
    if (source.test().isPresent()) {
      LitmusProgram test = source.test().get();
      ImmutableList<Profile> usual = LitmusJudgement.profiles(test.test());
      print(file, usual, profile -> Robustness.of(test, profile, limits));
    } else {
      print(
          file,
          ProgramJudgement.profiles(source.program()),
          profile -> Robustness.of(file, source.program(), source.job(), profile, limits));
    }
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
    view.robust(file, answers);
  }
}
