package org.shmemlab.transports.cost;

import java.util.Arrays;

/**
 * A queue of events in order of time; events of the same time leave in the order in which they
 * came.
 *
 * <p>It is a radix heap (Ahuja, Mehlhorn, Orlin and Tarjan, "Faster algorithms for the shortest
 * path problem", 1990): simulated time never goes back, so an event needs to be told from the
 * present only by the highest bit in which their times differ. Events move through memory in long
 * runs, which is what makes a million of them cheap.
 */
public final class EventQueue {
  private static final int BUCKETS = Long.SIZE;
  private static final int FIRST_CAPACITY = 16;

  private final long[][] times = new long[BUCKETS][];
  private final int[][] events = new int[BUCKETS][];
  private final int[] sizes = new int[BUCKETS];
  private long filled; // a bit for each bucket that is not empty
  private int taken; // how many of bucket 0 have left
  private long now;
  private long size;

  /** An empty queue at time 0. */
  public EventQueue() {
    for (int i = 0; i < BUCKETS; i++) {
      times[i] = new long[FIRST_CAPACITY];
      events[i] = new int[FIRST_CAPACITY];
    }
  }

  /** The time of the event that left last, picoseconds. */
  public long now() {
    return now;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public long size() {
    return size;
  }

  /**
   * Adds an event.
   *
   * @throws IllegalArgumentException if its time has passed
   */
  public void add(long time, int event) {
    if (time < now) {
      throw new IllegalArgumentException("an event at " + time + " ps, before " + now + " ps");
    }
    put(time, event);
    size++;
  }

  /**
   * The time of the next event; the present does not move.
   *
   * @return picoseconds, or {@code Long.MAX_VALUE} where there is none
   */
  public long nextTime() {
    if (filled == 0) {
      return Long.MAX_VALUE;
    }
    int bucket = Long.numberOfTrailingZeros(filled);
    return bucket == 0 ? now : least(bucket);
  }

  /** Takes the next event out and moves the present to its time; the queue must not be empty. */
  public int take() {
    if ((filled & 1) == 0) {
      refill();
    }
    int event = events[0][taken++];
    if (taken == sizes[0]) {
      taken = 0;
      sizes[0] = 0;
      filled &= ~1L;
    }
    size--;
    return event;
  }

  private void refill() {
    if (filled == 0) {
      throw new IllegalStateException("no event is left");
    }
    int bucket = Long.numberOfTrailingZeros(filled);
    now = least(bucket);
    filled &= ~(1L << bucket);
    int count = sizes[bucket];
    sizes[bucket] = 0;
    long[] oldTimes = times[bucket];
    int[] oldEvents = events[bucket];
    for (int i = 0; i < count; i++) {
      put(oldTimes[i], oldEvents[i]); // into lower buckets: all of them are empty
    }
  }

  private long least(int bucket) {
    long[] all = times[bucket];
    long least = Long.MAX_VALUE;
    for (int i = 0; i < sizes[bucket]; i++) {
      least = Math.min(least, all[i]);
    }
    return least;
  }

  private void put(long time, int event) {
    int bucket = BUCKETS - Long.numberOfLeadingZeros(time ^ now);
    int at = sizes[bucket]++;
    if (at == times[bucket].length) {
      times[bucket] = Arrays.copyOf(times[bucket], 2 * at);
      events[bucket] = Arrays.copyOf(events[bucket], 2 * at);
    }
    times[bucket][at] = time;
    events[bucket][at] = event;
    filled |= 1L << bucket;
  }
}
