package org.shmemlab.cli.check;

import com.google.common.collect.ImmutableList;
import java.io.PrintStream;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.shmemlab.cli.shell.Capacity;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.cli.shell.Interruption;
import org.shmemlab.cli.shell.Progress;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Exploration.Bound;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.Walkers;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.reports.check.CheckTotals;
import org.shmemlab.reports.check.CheckView;
import org.shmemlab.reports.finding.Coverage;
import org.shmemlab.scenarios.judge.Announcement;
import org.shmemlab.scenarios.judge.Cores;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.judge.LitmusAnswer;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.SourceFile;

/** Checks files one after the other, reports to the view, and keeps count. */
final class Checks {
  /** Drawn where a search of all orders does not come to its end and no time is given. */
  private static final long SCHEDULES = 200;

  private final CheckView view;
  private final CheckSettings settings;
  private final boolean repair;
  private final RandomSearch hunt;
  private final Interruption interruption;
  private final PrintStream err;
  private int filesLeft;

  private int tests;
  private int testsAsExpected;
  private int announced;
  private int announcedAsExpected;
  private int others;
  private int clean;
  private int warned;
  private int broken;
  private int accepted;
  private int rejected;
  private boolean wrong; // a test or an announcement is certainly not as expected
  private boolean unused; // a comment allows nothing
  // Where nothing was found that is not accepted:
  private boolean unfinished; // more effort would see more orders
  private final Set<String> attempts = new LinkedHashSet<>(); // such effort
  private final Set<String> unknown = new TreeSet<>(); // what ends some orders, and where

  /**
   * Prepares the checks.
   *
   * @param repair whether to look for what would mend each conflict
   * @param hunt runs the schedules of {@code --engine random}
   */
  Checks(
      CheckView view,
      CheckSettings settings,
      boolean repair,
      RandomSearch hunt,
      Interruption interruption,
      PrintStream err) {
    this.view = view;
    this.settings = settings;
    this.repair = repair;
    this.hunt = hunt;
    this.interruption = interruption;
    this.err = err;
  }

  /** Checks the files, until an interruption; returns the exit code. */
  int check(List<SourceFile> files) {
    for (int i = 0; i < files.size() && interruption.goesOn(); i++) {
      filesLeft = files.size() - i;
      if (i > 0 && settings.timeLimit().isOver()) { // the first begins however short the time is
        err.print(
            "shmemlab: %d of %d files are not checked: the --time was over before them\n"
                .formatted(filesLeft, files.size()));
        note(new Bound.Stopped());
        break;
      }
      SourceFile file = files.get(i);
      long start = System.nanoTime();
      Progress progress = new Progress(err, start);
      String number = files.size() == 1 ? "" : "file " + (i + 1) + " of " + files.size() + ", ";
      SearchOptions options =
          new SearchOptions(
                  settings.budget(),
                  settings.seed(),
                  hunt.isElsewhere()
                      ? interruption::requested
                      : new Stop(progress, number)::requested,
                  settings.failedTests(),
                  Cores.all(),
                  settings.time().isPresent() ? Long.MAX_VALUE : SCHEDULES,
                  settings.timeLimit())
              .walkedBy(settings.engine() == Engine.RANDOM ? hunt : Walkers.HERE);
      ExplorationLimits limits = new ExplorationLimits(settings.engine(), options);
      CheckedSource source = CheckedSource.of(file, settings, view);
      if (source == null) {
        rejected++;
      } else if (source.test().isPresent()) {
        litmus(source, source.test().get(), limits, progress);
      } else {
        program(source, limits, progress);
        if (Announcement.of(source.file()).expected().isEmpty()) {
          settings.failures().others(source.program(), source.job()).stream()
              .takeWhile(_ -> interruption.goesOn())
              .forEach(job -> program(source.of(job), limits, progress));
        }
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      view.took(file.path(), seconds);
      if (settings.timing()) {
        err.print(String.format(Locale.ROOT, "Time %s %.3f s%n", file.path(), seconds));
        err.flush();
      }
    }
    return end();
  }

  private void litmus(
      CheckedSource source, LitmusProgram program, ExplorationLimits limits, Progress progress) {
    ImmutableList<Profile> profiles = settings.profiles(LitmusJudgement.profiles(program.test()));
    shareTime(profiles.size());
    LitmusJudgement judgement = LitmusJudgement.of(program, profiles, limits);
    tests++;
    testsAsExpected += judgement.asExpected() ? 1 : 0;
    for (LitmusAnswer answer : judgement.answers()) {
      boolean found = !answer.exploration().findings().isEmpty();
      boolean asked = answer.expected().isPresent();
      if (!found) {
        note(answer.exploration().bound());
      }
      wrong |= asked ? !answer.asExpected() && (found || answer.verdict().isPresent()) : found;
      save(source, answer.profile(), answer.exploration().findings());
      executions(answer.profile(), answer.exploration().executions());
    }
    LitmusJudgement judged = repair ? judgement.withRepairs(program, limits) : judgement;
    progress.clear();
    view.diagrams(source.diagrams(settings, interruption));
    view.litmus(judged);
  }

  private void executions(Profile profile, Exploration.Executions run) {
    if (settings.timing() && run.explored() > 0) {
      err.print(
          String.format(
              Locale.ROOT,
              "Executions under %s: %,d, of which %,d were redundant%n",
              profile.name(),
              run.explored(),
              run.redundant()));
    }
  }

  private void program(CheckedSource source, ExplorationLimits limits, Progress progress) {
    SourceFile file = source.file();
    Program program = source.program();
    Job job = source.job();
    ImmutableList<Profile> profiles = settings.profiles(ProgramJudgement.profiles(program));
    shareTime(profiles.size());
    ProgramJudgement judgement =
        Capacity.use(program, job, () -> ProgramJudgement.of(file, program, job, profiles, limits))
            .accepting(settings.accepted(), program, limits);
    count(judgement);
    for (ProgramJudgement.Answer answer : judgement.answers()) {
      save(source, answer.profile(), answer.exploration().findings());
      executions(answer.profile(), answer.exploration().executions());
    }
    ProgramJudgement judged =
        repair ? judgement.pastConflicts(program, limits).withRepairs(program, limits) : judgement;
    progress.clear();
    view.diagrams(source.diagrams(settings, interruption));
    view.program(judged);
  }

  // Files that follow are taken to have as many profiles as this one.
  private void shareTime(int profiles) {
    settings.among(profiles * filesLeft, repair);
  }

  private void save(CheckedSource source, Profile profile, List<Finding> findings) {
    Semantics semantics = new Semantics.Promised(profile);
    settings
        .replays()
        .ifPresent(folder -> folder.save(source.file(), semantics, source.job(), findings));
  }

  private void count(ProgramJudgement judgement) {
    boolean nothing = judgement.findings().isEmpty();
    unused |= !judgement.unusedAllowances().isEmpty();
    if (nothing || judgement.isAccepted()) {
      judgement.answers().forEach(answer -> note(answer.exploration().bound()));
    }
    if (judgement.expected().isPresent()) {
      announced++;
      announcedAsExpected += judgement.asExpected() ? 1 : 0;
      wrong |= !judgement.asExpected() && (!nothing || judgement.complete());
      return;
    }
    others++;
    if (!judgement.errors().isEmpty()) {
      broken++;
    } else if (!judgement.warnings().isEmpty()) {
      warned++;
    } else if (!nothing) {
      accepted++;
    } else if (judgement.complete()) {
      clean++;
    }
  }

  private int end() {
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
            accepted,
            rejected));
    int exitCode =
        ExitCodes.ofCheck(
            interruption.requested(),
            wrong || broken > 0 || (settings.strict() && (warned > 0 || unused)),
            rejected > 0,
            unfinished || !unknown.isEmpty());
    if (exitCode == ExitCodes.BUDGET) {
      sayWhatIsMissing();
    }
    return exitCode;
  }

  private void sayWhatIsMissing() {
    for (String place : unknown) {
      err.print(
          "shmemlab: nothing found, but nothing after this was looked at: %s; write it otherwise,"
                  .formatted(place)
              + " or leave it out of what is checked\n");
    }
    if (unfinished) {
      err.print(
          "shmemlab: nothing found, but not every order was seen; "
              + Coverage.phrase(attempts)
              + "\n");
    }
    err.flush();
  }

  private void note(Bound bound) {
    switch (bound) {
      case Bound.Complete _ -> {}
      case Bound.Unknown some -> {
        some.reached().forEach(failure -> unknown.add(failure.line() + ": " + failure.text()));
        note(some.searched());
      }
      default -> {
        unfinished = true;
        attempts.addAll(Coverage.attemptsBeyond(bound));
      }
    }
  }

  /** Asked before each state: shows progress on a terminal, and says whether to stop. */
  private final class Stop {
    private final Progress progress;
    private final String file;
    private long states;

    Stop(Progress progress, String file) {
      this.progress = progress;
      this.file = file;
    }

    synchronized boolean requested() { // several threads expand states
      states++;
      progress.update(
          System.nanoTime(),
          seconds ->
              String.format(Locale.ROOT, "%s%,d states, %,.0f/s", file, states, states / seconds));
      return interruption.requested();
    }
  }
}
