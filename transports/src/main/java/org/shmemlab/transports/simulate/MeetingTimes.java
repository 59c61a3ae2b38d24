package org.shmemlab.transports.simulate;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.shmemlab.model.step.MeetingPlace;

/**
 * Tracks the cost of a collective for each of its agents, and the time at which the members arrived
 * that an agent waits for.
 */
final class MeetingTimes {
  /** No member had to arrive before the agent. */
  static final long NOBODY = -1;

  private long[] cost = new long[0]; // once those have come
  private long[] since = new long[0]; // they had come
  private final Map<MeetingPlace, Long> leftAt = new HashMap<>(); // looked up only

  /**
   * An agent arrives.
   *
   * @param picoseconds it takes once those have come that it waits for
   */
  void arrives(int agent, long picoseconds) {
    grow(agent);
    cost[agent] = picoseconds;
    since[agent] = NOBODY;
  }

  /** The cost of the collective at which an agent arrived last, ps. */
  long cost(int agent) {
    grow(agent);
    return cost[agent];
  }

  /**
   * When the last of the members that an agent found had arrived and gone on, or {@link #NOBODY}.
   */
  long since(int agent) {
    grow(agent);
    return since[agent];
  }

  /** An agent arrived at a place and went on. */
  void left(MeetingPlace place, long now) {
    leftAt.put(place, now);
  }

  /** Agents go on that found those which had left a place. */
  void found(BitSet agents, MeetingPlace place) {
    Long left = leftAt.get(place);
    if (left != null) {
      grow(agents.length() - 1);
      agents.stream().forEach(agent -> since[agent] = Math.max(since[agent], left));
    }
  }

  /** No agent will arrive any more at this place. */
  void closed(MeetingPlace place) {
    leftAt.remove(place);
  }

  private void grow(int agent) {
    if (agent >= cost.length) {
      int size = Math.max(agent + 1, 2 * cost.length);
      cost = Arrays.copyOf(cost, size);
      since = Arrays.copyOf(since, size);
    }
  }
}
