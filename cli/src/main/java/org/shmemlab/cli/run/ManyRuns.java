package org.shmemlab.cli.run;

import com.google.common.hash.Hashing;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Function;
import org.shmemlab.cli.export.Exports;
import org.shmemlab.cli.export.Forms;
import org.shmemlab.cli.platform.PlatformOptions;
import org.shmemlab.cli.platform.TimingOptions;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.cli.shell.Interruption;
import org.shmemlab.cli.shell.Progress;
import org.shmemlab.cli.shell.SlurmOptions;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.JobLimits;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.Program;
import org.shmemlab.plan.cluster.Computing;
import org.shmemlab.plan.cluster.SlurmException;
import org.shmemlab.plan.cluster.SlurmUnits;
import org.shmemlab.plan.cluster.UnitsShare;
import org.shmemlab.plan.store.Revision;
import org.shmemlab.reports.run.Histogram;
import org.shmemlab.scenarios.judge.FinalValues;
import org.shmemlab.scenarios.litmus.LitmusProgram;

/**
 * Makes many timed runs with consecutive seeds, here or as an array job, and counts each outcome.
 */
final class ManyRuns {
  private final PrintStream out;
  private final PrintStream err;
  private final boolean json;
  private final Exports exports;
  private final SlurmOptions slurm;
  private final long mostInstructions;
  private final String check;

  /**
   * @param check the command that checks the same program or test
   */
  ManyRuns(
      PrintStream out,
      PrintStream err,
      boolean json,
      Exports exports,
      SlurmOptions slurm,
      long mostInstructions,
      String check) {
    this.check = check;
    this.out = out;
    this.err = err;
    this.json = json;
    this.exports = exports;
    this.slurm = slurm;
    this.mostInstructions = mostInstructions;
  }

  /** Runs a program, whose outcome is what it prints; gives the exit code. */
  int run(
      Program program, Job job, PlatformOptions.Setting setting, TimingOptions timing, long seed) {
    return run(program, job, setting, timing, seed, _ -> "");
  }

  /** Runs a litmus test, whose outcome is the values that it asks for; gives the exit code. */
  int run(LitmusProgram test, PlatformOptions.Setting setting, TimingOptions timing, long seed) {
    Job job = Job.ofPes(test.test().pes()).placed(setting.fleet().layout(), JobLimits.ALL);
    return run(
        test.program(),
        job,
        setting,
        timing,
        seed,
        machine -> new FinalValues(test).observe(machine));
  }

  private int run(
      Program program,
      Job job,
      PlatformOptions.Setting setting,
      TimingOptions timing,
      long seed,
      Function<Machine, String> values) {
    RunUnits.Seen[] known = {new RunUnits.Seen()};
    Forms forms =
        new Forms()
            .with(".json", exitCode -> Histogram.json(known[0].outcomes(), exitCode))
            .table("outcomes", () -> Histogram.table(known[0].outcomes()));
    exports.check(forms);
    try (Interruption interruption = Interruption.watch(out)) {
      Progress progress = new Progress(err, System.nanoTime());
      UnitsShare share = slurm.isTask() ? slurm.unitsShare() : null;
      RunUnits units =
          new RunUnits(
              key(program),
              program,
              job,
              setting,
              values,
              timing.jitter(),
              seed,
              timing.runs(),
              mostInstructions,
              timing.stopAtFirst(),
              () -> interruption.requested() || (share != null && share.isEnough()),
              run ->
                  progress.update(
                      System.nanoTime(),
                      _ -> String.format(Locale.ROOT, "run %d of %d", run, timing.runs())));
      if (share != null) {
        share.result(units);
        return ExitCodes.OK;
      }
      RunUnits.Seen seen = seen(units);
      known[0] = seen;
      progress.clear();
      boolean stopped = seen.runs() < timing.runs() && !units.isEnough(seen);
      int exitCode = ExitCodes.ofCheck(stopped, seen.failed(), false, seen.cut());
      out.print(json ? Histogram.json(seen.outcomes(), exitCode) : Histogram.text(seen.outcomes()));
      out.flush();
      exports.write(forms, exitCode);
      if (seen.runs() < timing.runs()) {
        String why = stopped ? "stopped" : "a run failed";
        err.print("shmemlab: %s after %d of %d runs\n".formatted(why, seen.runs(), timing.runs()));
      }
      if (!json && (seen.outcomes().size() > 1 || seen.failed())) {
        String what =
            seen.outcomes().size() > 1 ? "the outcome depends on the order" : "every run failed";
        err.print("shmemlab: " + what + "; '" + check + "' looks at all orders\n");
      }
      err.flush();
      return exitCode;
    }
  }

  private RunUnits.Seen seen(RunUnits units) {
    if (!slurm.submits()) {
      return Computing.HERE.result(units);
    }
    try (SlurmUnits job = slurm.units(units.count(), err)) {
      return job.result(units);
    } catch (SlurmException problem) {
      throw slurm.refused(problem);
    }
  }

  // Files that a source includes are in the program.
  private String key(Program program) {
    if (!slurm.submits() && !slurm.isTask()) {
      return "";
    }
    String all = Revision.ofPrograms() + slurm.identity() + program;
    return Hashing.sha256().hashString(all, StandardCharsets.UTF_8).toString().substring(0, 16);
  }
}
