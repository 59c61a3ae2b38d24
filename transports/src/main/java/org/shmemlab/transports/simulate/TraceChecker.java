package org.shmemlab.transports.simulate;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.machine.Machine;

/**
 * Takes the steps of a trace again on a fresh machine and says whether each of them was allowed:
 * the machine's own guards and ordering rules decide, which need not be those of the run. Where
 * these have caches, they answer loads as in the run.
 */
public final class TraceChecker {
  private TraceChecker() {}

  /**
   * The first step that was not allowed, in one line.
   *
   * @param machine at its start, for the same program and job
   * @return nothing where the whole trace is a run of the machine
   */
  public static Optional<String> check(StepTrace trace, Machine machine) {
    machine.loadFromCaches();
    long time = 0;
    for (int i = 0; i < trace.size(); i++) {
      StepTrace.Step step = trace.get(i);
      String wrong = step.time() < time ? "goes back in time" : refusal(step, machine);
      if (wrong != null) {
        return Optional.of("step " + i + " at " + step.time() + " ps: " + wrong);
      }
      time = step.time();
    }
    return Optional.empty();
  }

  private static @Nullable String refusal(StepTrace.Step step, Machine machine) {
    try {
      return switch (step) {
        case StepTrace.Step.OfAgent of -> run(of, machine);
        case StepTrace.Step.OfEvent of -> {
          if (!machine.mayHappen(of.event())) {
            yield of.event() + " may not happen";
          }
          machine.happen(of.event());
          yield null;
        }
      };
    } catch (ProgramFailure _) {
      return null; // the step was taken; it is the program that fails
    }
  }

  private static @Nullable String run(StepTrace.Step.OfAgent step, Machine machine) {
    Agent agent = machine.agent(step.agent());
    if (agent == null) {
      return "agent " + step.agent() + " has ended";
    }
    long before = agent.executed();
    machine.run(step.agent(), step.instructions());
    long executed = agent.executed() - before; // its number may be another's by now
    return executed == step.instructions()
        ? null
        : "agent "
            + step.agent()
            + " executes "
            + executed
            + " of "
            + step.instructions()
            + " instructions";
  }
}
