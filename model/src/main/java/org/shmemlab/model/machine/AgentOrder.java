package org.shmemlab.model.machine;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The agents of a job in an order that does not depend on the numbers that they got: by PE, kind,
 * kernel, block and thread. It changes where an agent begins or ends, and nowhere else.
 */
final class AgentOrder {
  private static final Comparator<Agent> CANONICAL =
      Comparator.<Agent>comparingInt(agent -> agent.pe)
          .thenComparing(agent -> agent.kind)
          .thenComparingInt(agent -> agent.grid)
          .thenComparingInt(agent -> agent.block)
          .thenComparingInt(agent -> agent.thread);

  private final int[] numbers; // in order
  private final int[] positions; // by number; -1 where there is none

  /**
   * Orders agents.
   *
   * @param agents by number; null where there is none
   * @param limit how many numbers are in use
   */
  AgentOrder(@Nullable Agent[] agents, int limit) {
    numbers =
        Arrays.stream(agents, 0, limit)
            .filter(agent -> agent != null)
            .sorted(CANONICAL)
            .mapToInt(agent -> agent.id)
            .toArray();
    positions = new int[limit];
    Arrays.fill(positions, -1);
    IntStream.range(0, numbers.length).forEach(i -> positions[numbers[i]] = i);
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
