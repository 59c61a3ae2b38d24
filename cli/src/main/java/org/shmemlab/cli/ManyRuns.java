package org.shmemlab.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongPredicate;
import org.shmemlab.model.machine.Allowance;
import org.shmemlab.model.machine.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.Output;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.reports.Histogram;
import org.shmemlab.scenarios.judge.FinalValues;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.transports.simulate.TimedRun;

/** Many timed runs with seeds that follow each other, and how often each outcome was seen. */
final class ManyRuns {
  private final PrintStream out;
  private final PrintStream err;
  private final boolean json;
  private final Exports exports;
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
      long mostInstructions,
      String check) {
    this.check = check;
    this.out = out;
    this.err = err;
    this.json = json;
    this.exports = exports;
    this.mostInstructions = mostInstructions;
  }

  /** Runs a program, whose outcome is what it prints; gives the exit code. */
  int run(Program program, Job job, PlatformOptions.Setting setting, Timing timing, long seed) {
    return run(program, job, setting, timing, seed, _ -> "");
  }

  /** Runs a litmus test, whose outcome is the values that it asks for; gives the exit code. */
  int run(LitmusProgram test, PlatformOptions.Setting setting, Timing timing, long seed) {
    Job job = Job.ofPes(test.test().pes()).placed(setting.fleet().layout(), Allowance.ALL);
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
      Timing timing,
      long seed,
      Function<Machine, String> values) {
    Map<String, Integer> seen = new TreeMap<>();
    Forms forms =
        new Forms()
            .with(".json", exitCode -> Histogram.json(seen, exitCode))
            .table("outcomes", () -> Histogram.table(seen));
    exports.check(forms);
    boolean failed = false;
    boolean cut = false;
    int done = 0;
    try (Interruption interruption = Interruption.watch(out)) {
      Progress progress = new Progress(err, System.nanoTime());
      while (done < timing.runs()) {
        int finished = done;
        Patience patience = new Patience(mostInstructions, Patience.MOST_SILENT);
        Machine machine = new Machine(program, job, setting.rules(), new RuntimeSystem());
        Lines lines =
            new Lines(
                job.pes(),
                instructions -> {
                  progress.update(
                      System.nanoTime(),
                      seconds ->
                          String.format(Locale.ROOT, "run %d of %d", finished, timing.runs()));
                  return patience.lasts(instructions) && !interruption.requested();
                });
        RunResult result =
            new TimedRun(machine, setting.fleet(), timing.jitter(), seed + done, lines)
                .run()
                .result();
        if (interruption.requested()) {
          break;
        }
        int ended = JobRun.exitCode(result, false);
        cut |= ended == ExitCodes.BUDGET;
        failed |= ended != ExitCodes.OK && ended != ExitCodes.BUDGET;
        String shown = result instanceof RunResult.Finished ? values.apply(machine) : "";
        seen.merge(shown + lines.outcome(result), 1, Integer::sum);
        done++;
      }
      progress.clear();
      int exitCode = ExitCodes.ofCheck(done < timing.runs(), failed, false, cut);
      out.print(json ? Histogram.json(seen, exitCode) : Histogram.text(seen));
      out.flush();
      exports.write(forms, exitCode);
      if (done < timing.runs()) {
        err.print("shmemlab: stopped after " + done + " of " + timing.runs() + " runs\n");
      }
      if (!json && (seen.size() > 1 || failed)) {
        String what = seen.size() > 1 ? "the outcome depends on the order" : "every run failed";
        err.print("shmemlab: " + what + "; '" + check + "' looks at all orders\n");
      }
      err.flush();
      return exitCode;
    }
  }

  /** What each PE printed, PE by PE. */
  private static final class Lines implements Runner.Observer {
    /** An outcome is told apart by so much of what each PE prints. */
    private static final int LONGEST = 1 << 16;

    private final StringBuilder[] texts;
    private final LongPredicate goesOn;

    Lines(int pes, LongPredicate goesOn) {
      this.texts = new StringBuilder[pes];
      this.goesOn = goesOn;
      for (int pe = 0; pe < pes; pe++) {
        texts[pe] = new StringBuilder();
      }
    }

    @Override
    public void output(List<Output> pieces) {
      for (Output piece : pieces) {
        StringBuilder text = texts[piece.pe()];
        text.append(piece.text(), 0, Math.min(piece.text().length(), LONGEST - text.length()));
      }
    }

    @Override
    public boolean goOn(long instructions) {
      return goesOn.test(instructions);
    }

    String outcome(RunResult result) {
      String printed = String.join("", List.of(texts)).strip().replace("\n", "; ");
      return switch (result) {
        case RunResult.Finished _ -> printed;
        case RunResult.Failed failed -> printed + " [" + failed.failure().getMessage() + "]";
        case RunResult.Deadlock _ -> printed + " [deadlock]";
        case RunResult.Stopped _ -> printed + " [stopped]";
      };
    }
  }
}
