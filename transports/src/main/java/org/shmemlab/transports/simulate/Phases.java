package org.shmemlab.transports.simulate;

import java.util.Arrays;

/**
 * Tracks the place of each agent between two events of its own, and how many agents will go on
 * without any other agent's step.
 */
final class Phases {
  private Phase[] phases = new Phase[0];
  private long[] wakeAt = new long[0];
  private int scheduled; // agents with a turn to come
  private int calling; // agents that the pipeline will resume

  /** Where one agent stands. */
  enum Phase {
    GONE,
    /** Its next turn is scheduled. */
    SCHEDULED,
    /** In a call that the pipeline will return from, or in its turn. */
    CALLING,
    /** The pipeline has let a fence or quiet pass; the rules have to. */
    PAID,
    /** Parked, with nothing paid. */
    PARKED,
    /** Parked before a fence or quiet that is paid. */
    PARKED_PAID
  }

  /** The phase of an agent; a number that was never used is gone. */
  Phase of(int agent) {
    return agent < phases.length ? phases[agent] : Phase.GONE;
  }

  /** Agents with a turn to come. */
  int scheduled() {
    return scheduled;
  }

  /** Whether the pipeline will resume an agent. */
  boolean someCalling() {
    return calling > 0;
  }

  /** An agent has its next turn at a time. */
  void schedule(int agent, long time) {
    if (of(agent) != Phase.SCHEDULED) {
      set(agent, Phase.SCHEDULED);
      scheduled++;
    }
    wakeAt[agent] = time;
  }

  /** The pipeline will resume an agent, which is in a call or has paid for it. */
  void await(int agent, Phase callingOrPaid) {
    set(agent, callingOrPaid);
    calling++;
  }

  /** An agent waits for another agent's step, or is gone. */
  void leave(int agent, Phase parkedOrGone) {
    set(agent, parkedOrGone);
  }

  /**
   * Begins an agent's turn at a time that came.
   *
   * @return where it stood; gone if the time is none of its own, but of an agent that had its
   *     number
   */
  Phase begin(int agent, long now) {
    Phase before = of(agent);
    switch (before) {
      case GONE -> {
        return Phase.GONE;
      }
      case SCHEDULED -> {
        if (wakeAt[agent] != now) {
          return Phase.GONE;
        }
        scheduled--;
      }
      default -> calling--;
    }
    set(agent, Phase.CALLING);
    return before;
  }

  /** An agent ended, in its turn or not. */
  void end(int agent, boolean inItsTurn) {
    switch (of(agent)) {
      case SCHEDULED -> scheduled--;
      case CALLING, PAID -> calling -= inItsTurn ? 0 : 1;
      case GONE, PARKED, PARKED_PAID -> {}
    }
    set(agent, Phase.GONE);
  }

  private void set(int agent, Phase phase) {
    if (agent >= phases.length) {
      int old = phases.length;
      int size = Math.max(agent + 1, 2 * old);
      phases = Arrays.copyOf(phases, size);
      Arrays.fill(phases, old, size, Phase.GONE);
      wakeAt = Arrays.copyOf(wakeAt, size);
    }
    phases[agent] = phase;
  }
}
