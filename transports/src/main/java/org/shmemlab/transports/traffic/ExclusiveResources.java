package org.shmemlab.transports.traffic;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/** Tracks the units that one agent at a time has to itself; the others stand in line. */
final class ExclusiveResources {
  /** No agent. */
  static final int NOBODY = -1;

  private final boolean[] taken;
  private final Map<Integer, Queue<Integer>> lines = new HashMap<>(); // looked up only

  ExclusiveResources(int count) {
    this.taken = new boolean[count];
  }

  /** Whether an agent has a unit now; else it has it when {@link #give} names the agent. */
  boolean take(int unit, int agent) {
    if (taken[unit]) {
      lines.computeIfAbsent(unit, _ -> new ArrayDeque<>()).add(agent);
      return false;
    }
    taken[unit] = true;
    return true;
  }

  /** The agent that gets a unit next, or {@link #NOBODY}. */
  int give(int unit) {
    Queue<Integer> line = lines.get(unit);
    Integer next = line == null ? null : line.poll();
    taken[unit] = next != null;
    return next == null ? NOBODY : next;
  }
}
