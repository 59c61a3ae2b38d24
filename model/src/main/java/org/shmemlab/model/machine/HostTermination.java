package org.shmemlab.model.machine;

import org.shmemlab.model.interpreter.ExecutionLayers;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.Instruction;

/**
 * Ends a PE's host: by {@code exit}, {@code abort}, or the return of {@code main}. All threads of
 * the host end with it, wherever they are (ISO C 17, 7.22.4.4; POSIX.1-2017, exit), so that it is
 * dependent with each step of another one.
 */
final class HostTermination {
  private final JobState jobState;
  private final ExecutionLayers layers;

  HostTermination(Machine machine) {
    this.jobState = machine.jobState();
    this.layers = machine.layers();
  }

  /**
   * Whether the next step of an agent that has code is one of its host, and others may end that.
   */
  boolean mayBeEnded(Agent agent) {
    return agent.kind == Agent.Kind.HOST && mayBeEndedAt(agent.pe);
  }

  /** The same of a step that lets a waiting agent of a PE's host go on. */
  boolean mayBeEndedAt(int pe) {
    return layers.hostThreads.several(pe) || jobState.reachableCalls().callsHost();
  }

  /** Whether the next step of an agent that has code ends others. */
  boolean isNext(Agent agent) {
    return mayBeEndedAt(agent.pe) && ends(agent, jobState.code(agent.function).body[agent.pc]);
  }

  private static boolean ends(Agent agent, Instruction next) {
    return switch (next) {
      case Instruction.Invoke invoke ->
          agent.kind != Agent.Kind.DEVICE_THREAD && invoke.call().has(CallTrait.ENDS_HOST);
      case Instruction.Return _ ->
          agent.kind == Agent.Kind.HOST && agent.thread == 0 && agent.depth == 0;
      default -> false;
    };
  }
}
