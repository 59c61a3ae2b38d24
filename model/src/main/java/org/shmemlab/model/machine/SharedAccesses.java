package org.shmemlab.model.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.code.Code;
import org.shmemlab.model.interpreter.ExecutionLayers;
import org.shmemlab.model.interpreter.PureWaits;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.step.Access;

/**
 * Lists the accesses of the instructions that agents are about to execute, as far as other agents
 * may reach the same memory: for an observer of a run, which takes no steps of its own.
 */
public final class SharedAccesses {
  private final JobState jobState;
  private final ExecutionLayers layers;
  private final Accesses accesses;
  private final StepFootprints footprints;
  private final VisibleOperations visibleOperations;

  /**
   * Those of a machine.
   *
   * @param watched memory of one agent alone that an operation has used
   */
  public SharedAccesses(Machine machine, Predicate<Access.Place> watched) {
    this.jobState = machine.jobState();
    this.layers = machine.layers();
    this.accesses = new Accesses(machine);
    HostTermination hostTermination = new HostTermination(machine);
    this.footprints =
        new StepFootprints(machine, accesses, new SerializedCalls(machine), hostTermination);
    this.visibleOperations =
        new VisibleOperations(
            machine,
            VisibleOperations.SyncPoints.ALL,
            accesses,
            footprints,
            hostTermination,
            watched);
  }

  /** Whether several agents reach what one of a host may hold by itself. */
  public boolean severalReachHost(int number) {
    Agent agent = jobState.agent(number);
    return agent != null && visibleOperations.severalReachHost(agent.pe);
  }

  /**
   * The accesses of an agent's next instruction; none where it accesses no memory that another
   * agent may reach, and none where it cannot be executed yet.
   */
  public List<Access> next(int number) {
    @Nullable Agent agent = jobState.agent(number);
    if (agent == null || agent.function < 0 || agent.at != null) {
      return List.of();
    }
    Code code = jobState.code(agent.function);
    List<Access> next = accesses.next(agent);
    Instruction.Arrive meeting = code.meeting(agent.pc);
    if ((next.isEmpty() && meeting == null) || !mayGoOn(agent, code.body[agent.pc])) {
      return List.of();
    }
    List<Access> shared = isShared(agent, next) ? next : List.of();
    if (meeting != null) {
      shared = new ArrayList<>(shared);
      footprints.addArrival(shared, agent);
    }
    return shared;
  }

  private boolean isShared(Agent agent, List<Access> next) {
    for (int i = 0; i < next.size(); i++) { // asked too often for an iterator each time
      if (visibleOperations.shared(agent, next.get(i))) {
        return true;
      }
    }
    return false;
  }

  private boolean mayGoOn(Agent agent, Instruction next) {
    return switch (next) {
      case Instruction.Load _, Instruction.Store _, Instruction.Copy _, Instruction.Clear _ -> true;
      case Instruction.WaitUntil _ -> layers.communication.waits().mayWaitEnd(agent);
      default ->
          layers.communication.completion().mayPass(agent, next)
              && layers.hostThreads.blocked(agent) == null
              && PureWaits.blocked(layers, agent) == null;
    };
  }
}
