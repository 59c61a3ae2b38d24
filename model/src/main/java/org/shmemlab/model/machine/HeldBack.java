package org.shmemlab.model.machine;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.List;
import org.shmemlab.model.communication.Regions;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.step.Step;

/**
 * Decides which steps may never come because a region lets the library hold back their operation. A
 * call that releases it does so before it waits.
 */
final class HeldBack {
  private final JobState jobState;
  private final Regions regions;

  HeldBack(Machine machine) {
    this.jobState = machine.jobState();
    this.regions = machine.layers().communication.regions();
  }

  /** Whether an operation in flight may be held back: in most programs none ever is. */
  boolean any() {
    List<Pending> pending = jobState.inFlight().pending();
    for (int i = 0; i < pending.size(); i++) { // asked in every state
      if (pending.get(i).isHeldBack()) {
        return true;
      }
    }
    return false;
  }

  /** Whether there are steps, and the library may hold back all of them. */
  boolean all(List<Step> enabled) {
    return !enabled.isEmpty() && enabled.stream().allMatch(this::holds);
  }

  /** Whether the library may hold back the operation of a step. */
  boolean holds(Step step) {
    return switch (step) {
      case Step.OfNetwork of -> holds(jobState.inFlight().get(of.event().operation()));
      case Step.OfCache of -> holds(of.step());
      case Step.OfAgent _, Step.OfGlimpse _, Step.OfLook _ -> false;
    };
  }

  /** The lines of an agent's transfers that the library may hold back. */
  ImmutableList<SourceLine> lines(Agent agent) {
    return jobState.inFlight().pending().stream()
        .filter(this::holds)
        .map(Pending::operation)
        .filter(operation -> operation.origin().agent() == agent.id)
        .map(operation -> operation.origin().line())
        .distinct()
        .collect(toImmutableList());
  }

  /** Whether the library may hold back an operation in flight. */
  private boolean holds(Pending operation) {
    return operation.isHeldBack() && !isReleased(operation);
  }

  private boolean isReleased(Pending operation) {
    ImmutableIntArray live = jobState.liveAgents();
    for (int i = 0; i < live.length(); i++) {
      Agent agent = jobState.agent(live.get(i));
      if (agent != null && regions.isOfRegion(agent, operation.operation()) && releases(agent)) {
        return true;
      }
    }
    return false;
  }

  private boolean releases(Agent agent) {
    return agent.function >= 0
        && switch (jobState.code(agent.function).body[agent.pc]) {
          case Instruction.Fence _, Instruction.Drain _ -> true;
          default -> false;
        };
  }
}
