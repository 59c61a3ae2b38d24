package org.shmemlab.model.explore;

import java.util.Arrays;

/**
 * A vector clock: how far each thread of control had come, as known at some moment (Mattern 1988,
 * "Virtual Time and Global States of Distributed Systems"). Clocks are values.
 */
final class Clock {
  static final Clock START = new Clock(new int[0]);

  private final int[] times;

  private Clock(int[] times) {
    this.times = times;
  }

  /** Whether everything that a thread did up to its local time is known. */
  boolean covers(int thread, int time) {
    return time <= (thread < times.length ? times[thread] : 0);
  }

  /** What both know together. */
  Clock join(Clock other) {
    if (other.times.length > times.length) {
      return other.join(this);
    }
    int[] joined = null;
    for (int i = 0; i < other.times.length; i++) {
      if (other.times[i] > times[i]) {
        joined = joined == null ? times.clone() : joined;
        joined[i] = other.times[i];
      }
    }
    return joined == null ? this : new Clock(joined);
  }

  /** This clock with a thread's own time moved on. */
  Clock with(int thread, int time) {
    if (covers(thread, time)) {
      return this;
    }
    int[] moved = Arrays.copyOf(times, Math.max(times.length, thread + 1));
    moved[thread] = time;
    return new Clock(moved);
  }
}
