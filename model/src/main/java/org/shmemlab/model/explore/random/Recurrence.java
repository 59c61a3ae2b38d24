package org.shmemlab.model.explore.random;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.step.Step;

/**
 * Tracks whether all agents that take steps come back to where they were, as they do when no order
 * of steps ends. An agent that makes progress does not; the search for an end, which costs as much
 * as many schedules, is then not needed yet.
 */
final class Recurrence {
  private final Map<Integer, Long> first = new HashMap<>(); // hash of an agent at its first step
  private final Set<Integer> away = new HashSet<>(); // agents that have not come back there

  /** Forgets the steps so far. */
  void begin() {
    first.clear();
    away.clear();
  }

  /** A step is about to be taken. */
  void stepping(Machine machine, Step step) {
    int number = step.agent();
    Agent agent = number < 0 ? null : machine.agent(number);
    if (agent == null) {
      return;
    }
    long now = agent.stateHash();
    Long before = first.putIfAbsent(number, now);
    if (before == null) {
      away.add(number);
    } else if (before == now) {
      away.remove(number);
    }
  }

  /** Whether each agent that took a step has come back to the state of its first one. */
  boolean isOfAll() {
    return away.isEmpty();
  }
}
