package org.shmemlab.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.shmemlab.model.machine.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.Output;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.runtime.RuntimeSystem;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.reports.Histogram;
import org.shmemlab.transports.simulate.TimedRun;

/** Many timed runs with seeds that follow each other, and how often each outcome was seen. */
final class ManyRuns {
  private final PrintStream out;
  private final boolean json;

  ManyRuns(PrintStream out, boolean json) {
    this.out = out;
    this.json = json;
  }

  /** Runs them and shows the histogram; gives the exit code. */
  int run(Program program, Job job, Where.Setting setting, Timing timing, long seed, long most) {
    Map<String, Integer> seen = new TreeMap<>();
    boolean fine = true;
    for (int i = 0; i < timing.runs(); i++) {
      Machine machine = new Machine(program, job, setting.rules(), new RuntimeSystem());
      Lines lines = new Lines(job.pes(), most);
      RunResult result =
          new TimedRun(machine, setting.fleet(), timing.jitter(), seed + i, lines).run().result();
      fine &=
          result instanceof RunResult.Finished finished
              && finished.status().stream().allMatch(status -> status == 0);
      seen.merge(lines.outcome(result), 1, Integer::sum);
    }
    Histogram.show(seen, json, out);
    return fine ? ExitCodes.OK : ExitCodes.PROGRAM_FAILED;
  }

  /** What each PE printed, PE by PE. */
  private static final class Lines implements Runner.Observer {
    private final StringBuilder[] texts;
    private final long most;

    Lines(int pes, long most) {
      this.texts = new StringBuilder[pes];
      this.most = most;
      for (int pe = 0; pe < pes; pe++) {
        texts[pe] = new StringBuilder();
      }
    }

    @Override
    public void output(List<Output> pieces) {
      pieces.forEach(piece -> texts[piece.pe()].append(piece.text()));
    }

    @Override
    public boolean goOn(long instructions) {
      return instructions < most;
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
