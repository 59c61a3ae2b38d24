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

  private final long[][] buckets = new long[BUCKETS][]; // of each event its time and its number
  private final int[] sizes = new int[BUCKETS]; // in words
  private long filled; // a bit for each bucket that is not empty
  private int taken; // words of bucket 0 that have left
  private long now;
  private long size;

  /** An empty queue at time 0. */
  public EventQueue() {
    for (int i = 0; i < BUCKETS; i++) {
      buckets[i] = new long[2 * FIRST_CAPACITY];
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
    int event = (int) buckets[0][taken + 1];
    taken += 2;
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
    long[] old = buckets[bucket];
    for (int i = 0; i < count; i += 2) {
      put(old[i], (int) old[i + 1]); // into lower buckets: all of them are empty
    }
  }

  private long least(int bucket) {
    long[] all = buckets[bucket];
    long least = Long.MAX_VALUE;
    for (int i = 0; i < sizes[bucket]; i += 2) {
      least = Math.min(least, all[i]);
    }
    return least;
  }

  private void put(long time, int event) {
    int bucket = BUCKETS - Long.numberOfLeadingZeros(time ^ now);
    int at = sizes[bucket];
    sizes[bucket] = at + 2;
    long[] all = buckets[bucket];
    if (at == all.length) {
      all = Arrays.copyOf(all, 2 * at);
      buckets[bucket] = all;
    }
    all[at] = time;
    all[at + 1] = event;
    filled |= 1L << bucket;
  }
}
