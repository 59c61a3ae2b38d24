package org.shmemlab.model.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.shmemlab.model.communication.Stores;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.HappensBeforeListener;
import org.shmemlab.model.step.Step;

/**
 * Lists the steps in which an atomic of a thread is not the last of its word in coherence order,
 * under rules that allow it (PTX ISA, "Memory Consistency Model"): a load returns an older value,
 * and a write is ordered before others.
 */
final class EarlierAtomics {
  private final Machine machine;
  private final JobState jobState;
  private final Stores stores;
  private final Accesses accesses;

  EarlierAtomics(Machine machine, Accesses accesses) {
    this.machine = machine;
    this.jobState = machine.jobState();
    this.stores = machine.layers().communication.stores();
    this.accesses = accesses;
  }

  /** Those of an agent; a test that would bring a loop back to itself is no step. */
  List<Step> of(Agent agent, SpinLoops spinLoops) {
    if (!isAtomic(agent)) {
      return List.of();
    }
    HappensBeforeListener order = jobState.happensBeforeListener();
    Access now = access(agent);
    List<Integer> writable = order.earlierPlaces(now, true);
    List<Step> steps = new ArrayList<>(0);
    for (int place : order.earlierPlaces(now, false)) {
      boolean possible =
          stores.before(
              order.valueAt(now, place),
              () ->
                  access(agent).use().updates()
                      ? writable.contains(place)
                      : !spinLoops.fails(agent));
      if (possible) {
        steps.add(new Step.OfLook(agent.id, place));
      }
    }
    return steps;
  }

  /** The accesses of such a step, which may be others than those of the last place. */
  List<Access> by(Agent agent, Step.OfLook step, Supplier<List<Access>> next) {
    return stores.before(value(agent, step), next);
  }

  /** Takes such a step. */
  void take(Agent agent, Step.OfLook step) {
    stores.before(value(agent, step), () -> machine.run(step.agent(), 1));
  }

  /** Whether a step of an agent that is not the usual one is of this kind. */
  boolean isAtomic(Agent agent) {
    return jobState.rules().weakAtomics()
        && jobState.code(agent.function).body[agent.pc] instanceof Instruction.Atomic;
  }

  private long value(Agent agent, Step.OfLook step) {
    return jobState.happensBeforeListener().valueAt(access(agent), step.answer());
  }

  private Access access(Agent agent) {
    return accesses.next(agent).stream()
        .filter(access -> access.use().isAtomicOfThread())
        .findFirst()
        .orElseThrow();
  }
}
