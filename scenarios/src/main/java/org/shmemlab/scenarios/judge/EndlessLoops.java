package org.shmemlab.scenarios.judge;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Exploration.Bound;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.PresentLoops;
import org.shmemlab.model.machine.PresentLoops.PresentLoop;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.RoundRobin;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.model.spec.Profile;

/**
 * Finds the loops in which agents still poll when a run is given up: the reason why a program whose
 * explored executions all were cut short probably never ends.
 */
public final class EndlessLoops {
  /** A run that goes on for so many instructions is given up. */
  public static final long MOST_INSTRUCTIONS = 20_000_000;

  private EndlessLoops() {}

  /** Whether an exploration saw no execution end, because all of them poll too often. */
  static boolean areLikely(Exploration exploration) {
    return exploration.outcomes().isEmpty()
        && exploration.findings().isEmpty()
        && switch (exploration.bound()) {
          case Bound.FailedTests _ -> true;
          case Bound.Schedules run -> run.count() > 0 && run.cut() == run.count();
          case Bound.Beyond beyond -> beyond.count() > 0 && beyond.cut() == beyond.count();
          default -> false;
        };
  }

  /** The loops in which a run is given up, each once; none where it ends. */
  static ImmutableList<PresentLoop> of(
      Program program, Job job, Profile profile, BooleanSupplier stop) {
    Machine machine = FirstState.of(program, job, profile);
    RunResult result = new Runner(machine, new RoundRobin(), new Patience(stop)).run();
    return result instanceof RunResult.Stopped ? PresentLoops.of(machine) : ImmutableList.of();
  }

  /** Gives a run up after so many instructions, or where the check is interrupted. */
  private record Patience(BooleanSupplier stop) implements Runner.Observer {
    @Override
    public void output(List<Output> pieces) {}

    @Override
    public boolean goOn(long instructions) {
      return instructions < MOST_INSTRUCTIONS && !stop.getAsBoolean();
    }
  }
}
