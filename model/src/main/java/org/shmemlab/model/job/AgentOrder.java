package org.shmemlab.model.job;

import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.step.AgentNames;

/**
 * Orders the agents of a job independently of the numbers that they got: by PE, kind, kernel, block
 * and thread. It changes where an agent begins or ends, and nowhere else.
 */
final class AgentOrder {
  private final int[] numbers; // in order
  private final int[] positions; // by number; -1 where there is none

  /**
   * Orders agents.
   *
   * @param agents by number; null where there is none
   * @param limit how many numbers are in use
   */
  AgentOrder(@Nullable Agent[] agents, int limit) {
    this(agents, limit, AgentOrder::compare);
  }

  /** Orders agents, but those of a grid by the names of their blocks. */
  static AgentOrder byNames(@Nullable Agent[] agents, int limit, AgentNames names) {
    return new AgentOrder(
        agents,
        limit,
        (a, b) -> {
          if (a.pe != b.pe || a.kind != b.kind || a.grid != b.grid || a.block == b.block) {
            return compare(a, b);
          }
          return Long.compare(
              names.block(a.pe, a.grid, a.block), names.block(b.pe, b.grid, b.block));
        });
  }

  private AgentOrder(@Nullable Agent[] agents, int limit, Comparator<Agent> by) {
    Agent[] order = new Agent[limit];
    int count = 0;
    for (int number = 0; number < limit; number++) {
      Agent agent = agents[number];
      if (agent != null) {
        order[count++] = agent;
      }
    }
    Arrays.sort(order, 0, count, by); // most come in runs that are in order
    numbers = new int[count];
    positions = new int[limit];
    Arrays.fill(positions, -1);
    for (int i = 0; i < count; i++) {
      numbers[i] = order[i].id;
      positions[numbers[i]] = i;
    }
  }

  private static int compare(Agent a, Agent b) {
    if (a.pe != b.pe) {
      return Integer.compare(a.pe, b.pe);
    }
    if (a.kind != b.kind) {
      return a.kind.compareTo(b.kind);
    }
    if (a.grid != b.grid) {
      return Integer.compare(a.grid, b.grid);
    }
    return a.block != b.block
        ? Integer.compare(a.block, b.block)
        : Integer.compare(a.thread, b.thread);
  }

  /** How many agents there are. */
  int count() {
    return numbers.length;
  }

  /** The number of the agent at a position. */
  int number(int position) {
    return numbers[position];
  }

  /** The position of an agent; -1 where there is none of that number. */
  int position(int number) {
    return number < positions.length ? positions[number] : -1;
  }
}
