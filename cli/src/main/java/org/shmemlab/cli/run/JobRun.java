package org.shmemlab.cli.run;

import com.google.common.collect.ImmutableList;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.platform.PlatformOptions;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.cli.shell.Interruption;
import org.shmemlab.cli.shell.Progress;
import org.shmemlab.model.compiled.ExecutionMode;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.Clocks;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.model.schedule.Schedule;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.run.RunEnd;
import org.shmemlab.reports.run.RunView;
import org.shmemlab.scenarios.files.WorkingFolder;
import org.shmemlab.scenarios.judge.RunConflicts;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.simulate.MessageCost;
import org.shmemlab.transports.simulate.TimedResult;
import org.shmemlab.transports.simulate.TimedRun;
import org.shmemlab.transports.simulate.Timeline;

/** Runs a job: lets a view follow it, and ends it after an interruption. */
final class JobRun {
  private static final long FLUSH_INTERVAL = TimeUnit.MILLISECONDS.toNanos(100);

  // To compare the two: the property shmemlab.interpreter is "only" where nothing is to be
  // compiled.
  private static final ExecutionMode MODE =
      "only".equals(System.getProperty("shmemlab.interpreter"))
          ? ExecutionMode.INTERPRETED
          : ExecutionMode.COMPILED_WHERE_HOT;

  /** Those below the folder that the command is given in. */
  private static final WorkingFolder FILES = WorkingFolder.of(Path.of(""));

  private final RunView view;
  private final PrintStream out;
  private final PrintStream err;
  private final Patience patience;
  private final String check;
  private final Optional<SourceFile> followed;
  private final @Nullable Timeline timeline;

  /**
   * @param check the command that checks the same program; empty where only the run is reported
   * @param followed the sources of a program whose conflicts are looked for; empty where none are
   * @param timeline of a run in simulated time, or null
   */
  JobRun(
      RunView view,
      PrintStream out,
      PrintStream err,
      long maxInstructions,
      String check,
      Optional<SourceFile> followed,
      @Nullable Timeline timeline) {
    this.check = check;
    this.followed = followed;
    this.timeline = timeline;
    this.view = view;
    this.out = out;
    this.err = err;
    this.patience = new Patience(maxInstructions, Patience.MOST_SILENT);
  }

  /** Runs a program to its end and reports to the view; returns the exit code. */
  int run(Program program, Job job, Schedule schedule) {
    try (Interruption interruption = Interruption.watch(out)) {
      Machine machine = new Machine(program, job, new Immediate(), new RuntimeSystem(FILES));
      machine.execute(MODE);
      LookedAt clocks = new LookedAt();
      machine.keepTimeBy(clocks);
      Optional<RunConflicts> conflicts = followed.map(sources -> RunConflicts.of(machine, sources));
      Follower follower = new Follower(interruption);
      Runner runner = new Runner(machine, schedule, follower);
      RunResult result = runner.run();
      follower.progress.clear();
      if (clocks.lookedAt) {
        err.print(
            "shmemlab: the program looks at clocks, which count instructions here;"
                + " --platform NAME gives them simulated time\n");
        err.flush();
      }
      int exitCode = exitCode(result, interruption.requested());
      ImmutableList<ReportedFinding> findings = // where no misuse is tolerated, the failure is one
          ImmutableList.<ReportedFinding>builder()
              .addAll(findings(result, machine))
              .addAll(
                  job.tolerant()
                      ? conflicts.stream()
                          .flatMap(these ->
                              these.all().stream()
                                  .map(conflict -> ReportedFinding.of(conflict, these.words())))
                          .toList()
                      : List.of())
              .build();
      view.end(new RunEnd(result, exitCode, runner.instructions(), findings));
      sayWhatToDo(result, exitCode);
      conflicts.ifPresent(these -> sayWhatWasLookedFor(these, exitCode));
      return exitCode;
    }
  }

  private void sayWhatWasLookedFor(RunConflicts conflicts, int exitCode) {
    if (check.isEmpty()) {
      return;
    }
    if (exitCode == ExitCodes.OK && !conflicts.all().isEmpty()) {
      String these = conflicts.all().size() == 1 ? "the conflict" : "these conflicts";
      err.print("shmemlab: '" + check + "' explains " + these + ", and what mends it\n");
    }
    if (conflicts.end().isPresent()) {
      err.print(
          String.format(
              Locale.ROOT,
              "shmemlab: conflicts were looked for in the first %,d instructions alone; '%s' looks"
                  + " further\n",
              conflicts.end().getAsLong(),
              check));
    }
    err.flush();
  }

  /** The same in simulated time. */
  int run(Program program, Job job, PlatformOptions.Setting setting, double jitter, long seed) {
    try (Interruption interruption = Interruption.watch(out)) {
      Machine machine = new Machine(program, job, setting.rules(), new RuntimeSystem(FILES));
      machine.execute(MODE);
      Follower follower = new Follower(interruption);
      TimedRun run = new TimedRun(machine, setting.fleet(), jitter, seed, follower);
      if (timeline != null) {
        run.writeTo(timeline);
      }
      TimedResult timed = run.run();
      follower.progress.clear();
      int exitCode = exitCode(timed.result(), interruption.requested());
      view.end(
          new RunEnd(
              timed.result(),
              exitCode,
              timed.instructions(),
              findings(timed.result(), machine),
              new RunEnd.Timed(setting.name(), timed, MessageCost.of(setting.fleet()))));
      sayWhatToDo(timed.result(), exitCode);
      return exitCode;
    }
  }

  // An agent that waits without end may do so in this order alone.
  private void sayWhatToDo(RunResult result, int exitCode) {
    if (patience.isOver()) {
      err.print(
          "shmemlab: the program printed nothing for so long that it may never end;"
              + " --max-instructions N lets it go on as far as that\n");
    }
    boolean wrong =
        (exitCode == ExitCodes.PROGRAM_FAILED && !endsAtUnknown(result))
            || exitCode == ExitCodes.DEADLOCK;
    if (!check.isEmpty() && (wrong || patience.isOver())) {
      err.print("shmemlab: that was one order of many; '" + check + "' looks at all of them\n");
    }
    err.flush();
  }

  // Every order that comes there ends there.
  private static boolean endsAtUnknown(RunResult result) {
    return result instanceof RunResult.Failed failed && failed.failure().isUnknown();
  }

  /** The exit code of a run, or of its interruption. */
  static int exitCode(RunResult result, boolean interrupted) {
    return switch (result) {
      case RunResult.Finished finished ->
          finished.status().stream().allMatch(status -> status == 0)
              ? ExitCodes.OK
              : ExitCodes.PROGRAM_FAILED;
      case RunResult.Failed _ -> ExitCodes.PROGRAM_FAILED;
      case RunResult.Deadlock _ -> ExitCodes.DEADLOCK;
      case RunResult.Stopped _ -> interrupted ? ExitCodes.INTERRUPTED : ExitCodes.BUDGET;
    };
  }

  private static ImmutableList<ReportedFinding> findings(RunResult result, Machine machine) {
    ImmutableList.Builder<ReportedFinding> findings = ImmutableList.builder();
    if (result instanceof RunResult.Failed failed) {
      findings.add(ReportedFinding.of(failed.failure()));
    }
    machine.warnings().forEach(warning -> findings.add(ReportedFinding.of(warning)));
    return findings.build();
  }

  /** Counts instructions, and remembers that the program read a clock. */
  private static final class LookedAt implements Clocks {
    private boolean lookedAt;

    @Override
    public long nanoseconds(Agent agent) {
      lookedAt = true;
      return OF_INSTRUCTIONS.nanoseconds(agent);
    }

    @Override
    public long cycles(Agent agent) {
      lookedAt = true;
      return OF_INSTRUCTIONS.cycles(agent);
    }
  }

  /** Follows the run between its steps. */
  private final class Follower implements Runner.Observer {
    private final Interruption interruption;
    private final Progress progress;
    private long nextFlush = System.nanoTime() + FLUSH_INTERVAL;

    Follower(Interruption interruption) {
      this.interruption = interruption;
      this.progress = new Progress(err, System.nanoTime());
    }

    @Override
    public void output(List<Output> pieces) {
      progress.clear();
      patience.printed();
      view.output(pieces);
    }

    @Override
    public boolean goOn(long instructions) {
      long now = System.nanoTime();
      if (now - nextFlush >= 0) {
        nextFlush = now + FLUSH_INTERVAL;
        view.flush();
        if (out.checkError()) {
          return false; // its reader is gone
        }
      }
      progress.update(
          now,
          seconds ->
              String.format(
                  Locale.ROOT,
                  "%,d million instructions, %.0f million/s",
                  instructions / 1_000_000,
                  instructions / seconds / 1e6));
      return patience.lasts(instructions) && !interruption.requested();
    }
  }
}
