package org.shmemlab.model.explore.execution;

import com.google.common.collect.Sets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.machine.Machine;

/**
 * Tracks whether all agents that take steps come back to where they were, as they do when no order
 * of steps ends. An agent that makes progress does not; the search for an end, which costs as much
 * as many schedules, is then not needed yet.
 */
public final class Recurrence {
  private final Map<Integer, Long> first = new HashMap<>(); // hash of an agent at its first step
  private final Set<Integer> away = new HashSet<>(); // agents that have not come back there

  /** Forgets the steps so far. */
  public void begin() {
    first.clear();
    away.clear();
  }

  /** A step of an agent is about to be taken; of none if its number is negative. */
  public void stepping(Machine machine, int number) {
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
  public boolean isOfAll() {
    return away.isEmpty();
  }

  /** The agents that have come back to the state of their first step. */
  Set<Integer> agents() {
    return Sets.difference(first.keySet(), away);
  }
}
