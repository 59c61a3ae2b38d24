package org.shmemlab.transports.simulate;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.shmemlab.model.step.MeetingPlace;

/** What a collective takes each of its agents, and when those had come whom one waits for. */
final class MeetingTimes {
  /** Nobody had to come before an agent. */
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

  /** What the collective takes at which an agent arrived last, ps. */
  long cost(int agent) {
    grow(agent);
    return cost[agent];
  }

  /** When the last of those had come and gone on whom an agent found, or {@link #NOBODY}. */
  long since(int agent) {
    grow(agent);
    return since[agent];
  }

  /** Somebody came to a place and went on. */
  void left(MeetingPlace place, long now) {
    leftAt.put(place, now);
  }

  /** Agents go on who found those that had left a place. */
  void found(BitSet agents, MeetingPlace place) {
    Long left = leftAt.get(place);
    if (left != null) {
      grow(agents.length() - 1);
      agents.stream().forEach(agent -> since[agent] = Math.max(since[agent], left));
    }
  }

  /** Nobody will come any more to find who left a place. */
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
