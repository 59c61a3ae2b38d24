package org.shmemlab.model.explore.clock;

import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import org.shmemlab.model.program.StateSpace;

/**
 * Holds a vector clock: for each thread of control, how many of its steps happen-before some point
 * of an execution (Mattern 1988, "Virtual Time and Global States of Distributed Systems"). Clocks
 * are values.
 *
 * <p>For each state space, a clock also holds how far each thread was at a proxy fence: its earlier
 * accesses happen-before those of bulk copies, too.
 */
public final class Clock {
  private static final int[] NOTHING = new int[0];
  public static final Clock START = new Clock(NOTHING, NOTHING, NOTHING);

  private final int[] times;
  private final int[] shared;
  private final int[] global;

  private Clock(int[] times, int[] shared, int[] global) {
    this.times = times;
    this.shared = shared;
    this.global = global;
  }

  /** Whether everything that a thread did up to its local time is known. */
  boolean covers(int thread, int time) {
    return covers(times, thread, time);
  }

  /** Whether that time of the thread precedes a proxy fence for this state space. */
  boolean coversForBulkCopies(int thread, int time, StateSpace space) {
    return covers(space == StateSpace.SHARED ? shared : global, thread, time);
  }

  private static boolean covers(int[] times, int thread, int time) {
    return time <= (thread < times.length ? times[thread] : 0);
  }

  /** The join of both. */
  public Clock join(Clock other) {
    if (contains(other)) {
      return this;
    }
    if (other.contains(this)) {
      return other;
    }
    return new Clock(
        join(times, other.times), join(shared, other.shared), join(global, other.global));
  }

  private boolean contains(Clock other) {
    return isSame(other)
        || (covers(times, other.times)
            && covers(shared, other.shared)
            && covers(global, other.global));
  }

  @SuppressWarnings("ReferenceEquality") // saves a comparison of thousands of entries
  private boolean isSame(Clock other) {
    return times == other.times && shared == other.shared && global == other.global;
  }

  private static boolean covers(int[] times, int[] others) {
    for (int i = 0; i < others.length; i++) {
      if (others[i] > (i < times.length ? times[i] : 0)) {
        return false;
      }
    }
    return true;
  }

  private static int[] join(int[] times, int[] others) {
    int[] joined = Arrays.copyOf(times, Math.max(times.length, others.length));
    for (int i = 0; i < others.length; i++) {
      joined[i] = Math.max(joined[i], others[i]);
    }
    return joined;
  }

  /**
   * Joins the clocks of many threads, each with its thread's own time. Threads that met before have
   * the same clock apart from that, so it is joined once.
   */
  static final class Joining {
    private final ImmutableIntArray.Builder threads = ImmutableIntArray.builder();
    private final ImmutableIntArray.Builder own = ImmutableIntArray.builder();
    private Clock joined = START;
    private Clock last = START;
    private int width;

    void add(Clock clock, int thread, int time) {
      if (!clock.isSame(last)) {
        joined = joined.join(clock);
        last = clock;
      }
      threads.add(thread);
      own.add(time);
      width = Math.max(width, thread + 1);
    }

    Clock join() {
      int[] moved = Arrays.copyOf(joined.times, Math.max(joined.times.length, width));
      ImmutableIntArray which = threads.build();
      ImmutableIntArray to = own.build();
      for (int i = 0; i < which.length(); i++) {
        moved[which.get(i)] = Math.max(moved[which.get(i)], to.get(i));
      }
      return new Clock(moved, joined.shared, joined.global);
    }
  }

  /** This clock with a thread's own time moved on. */
  public Clock with(int thread, int time) {
    if (covers(thread, time)) {
      return this;
    }
    int[] moved = Arrays.copyOf(times, Math.max(times.length, thread + 1));
    moved[thread] = time;
    return new Clock(moved, shared, global);
  }

  /** This after a proxy fence for a state space. */
  Clock proxiesFenced(StateSpace space) {
    return space == StateSpace.SHARED
        ? new Clock(times, times, global)
        : new Clock(times, shared, times);
  }
}
