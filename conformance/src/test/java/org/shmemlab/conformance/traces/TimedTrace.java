package org.shmemlab.conformance.traces;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.shmemlab.model.compiled.ExecutionMode;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.scenarios.judge.FinalValues;
import org.shmemlab.transports.simulate.StepTrace;
import org.shmemlab.transports.simulate.TimedRun;

/**
 * Records one run in simulated time.
 *
 * @param trace its steps
 * @param result how it ended
 * @param outcome what it shows at its end, in the words of the explorer
 */
record TimedTrace(StepTrace trace, RunResult result, String outcome) {
  private static final long MOST_INSTRUCTIONS = 20_000_000;

  /**
   * Runs a program.
   *
   * @param jitter by which share of itself each issue and each latency may be longer
   * @param seed of that variation
   */
  static TimedTrace of(TestProgram program, Installation installation, double jitter, long seed) {
    return of(program, installation, ExecutionMode.COMPILED_WHERE_HOT, jitter, seed);
  }

  /** The same where a machine compiles the code of this mode. */
  static TimedTrace of(
      TestProgram program,
      Installation installation,
      ExecutionMode mode,
      double jitter,
      long seed) {
    Machine machine = program.machine(installation, installation.rules(program.pes()));
    machine.execute(mode);
    Printed printed = new Printed();
    TimedRun run = new TimedRun(machine, installation.fleet(program.pes()), jitter, seed, printed);
    StepTrace trace = new StepTrace();
    run.writeTo(trace);
    RunResult result = run.run().result();
    String outcome =
        result instanceof RunResult.Finished && program.litmus().isPresent()
            ? new FinalValues(program.litmus().get()).observe(machine)
            : String.join("", printed.byPe.values());
    return new TimedTrace(trace, result, outcome);
  }

  /** Whether a run may end like this. */
  boolean isWithin(Allowed allowed) {
    return switch (result) {
      case RunResult.Finished _ -> allowed.outcomes().contains(outcome);
      case RunResult.Deadlock _ -> allowed.hangs();
      case RunResult.Failed _ -> allowed.fails();
      case RunResult.Stopped _ -> throw new IllegalStateException("a run was stopped: " + this);
    };
  }

  private static final class Printed implements Runner.Observer {
    private final Map<Integer, StringBuilder> byPe = new TreeMap<>();

    @Override
    public void output(List<Output> pieces) {
      pieces.forEach(
          piece -> byPe.computeIfAbsent(piece.pe(), _ -> new StringBuilder()).append(piece.text()));
    }

    @Override
    public boolean goOn(long instructions) {
      return instructions < MOST_INSTRUCTIONS;
    }
  }
}
