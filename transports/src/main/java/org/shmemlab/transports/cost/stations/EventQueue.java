package org.shmemlab.transports.cost.stations;

import java.util.Arrays;

/**
 * Queues events in order of time; events of the same time leave in the order in which they came.
 *
 * <p>It is a radix heap (Ahuja, Mehlhorn, Orlin and Tarjan, "Faster algorithms for the shortest
 * path problem", 1990): simulated time never goes back, so an event is placed by the highest digit
 * in which its time differs from the present, and by that digit's value. An event moves at most
 * once for each digit, and through memory in runs, which is what makes a million of them cheap.
 */
public final class EventQueue {
  private static final int DIGIT_BITS = 4;
  private static final int VALUES = 1 << DIGIT_BITS;
  private static final int DIGITS = Long.SIZE / DIGIT_BITS;
  private static final int PRESENT = DIGITS * VALUES; // the bucket of the events of the present
  private static final int SHORTEST_RUN = 128; // words; longer ones where there are many events
  private static final int LONGEST_RUN = 1 << 14;
  private static final Run NONE = new Run(0); // the end of every list of runs

  // For each digit and value the events that first differ from the present in that digit.
  private final Run[] first = new Run[PRESENT + 1];
  private final Run[] last = new Run[PRESENT + 1];
  private final int[] filledValues = new int[DIGITS]; // a bit for each bucket that is not empty
  private int filledDigits; // a bit for each digit that has such a bucket
  private Run unused = NONE;
  private int taken; // words of the first run of the present that have left
  private long now;
  private long size;

  /** An empty queue at time 0. */
  public EventQueue() {
    Arrays.fill(first, NONE);
    Arrays.fill(last, NONE);
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
    if (first[PRESENT] != NONE) {
      return now;
    }
    return filledDigits == 0 ? Long.MAX_VALUE : least(first[next()]);
  }

  /** Takes the next event out and moves the present to its time; the queue must not be empty. */
  public int take() {
    if (first[PRESENT] == NONE) {
      refill();
    }
    Run run = first[PRESENT];
    int event = (int) run.words[taken + 1];
    taken += 2;
    if (taken == run.used) {
      taken = 0;
      first[PRESENT] = release(run);
      if (first[PRESENT] == NONE) {
        last[PRESENT] = NONE;
      }
    }
    size--;
    return event;
  }

  // The bucket of the next events, where none is of the present.
  private int next() {
    int digit = Integer.numberOfTrailingZeros(filledDigits);
    return digit * VALUES + Integer.numberOfTrailingZeros(filledValues[digit]);
  }

  private void refill() {
    if (filledDigits == 0) {
      throw new IllegalStateException("no event is left");
    }
    int bucket = next();
    int digit = bucket / VALUES;
    filledValues[digit] &= filledValues[digit] - 1;
    if (filledValues[digit] == 0) {
      filledDigits &= filledDigits - 1;
    }
    Run run = first[bucket];
    Run end = last[bucket];
    first[bucket] = NONE;
    last[bucket] = NONE;
    now = least(run);
    if (digit == 0) { // nothing is left in which they could differ
      first[PRESENT] = run;
      last[PRESENT] = end;
      return;
    }
    while (run != NONE) {
      for (int i = 0; i < run.used; i += 2) {
        put(run.words[i], (int) run.words[i + 1]); // to lower digits, or to the present
      }
      run = release(run);
    }
  }

  private static long least(Run from) {
    long least = Long.MAX_VALUE;
    for (Run run = from; run != NONE; run = run.next) {
      for (int i = 0; i < run.used; i += 2) {
        least = Math.min(least, run.words[i]);
      }
    }
    return least;
  }

  private void put(long time, int event) {
    int bucket = PRESENT;
    if (time != now) {
      int digit = (Long.SIZE - 1 - Long.numberOfLeadingZeros(time ^ now)) / DIGIT_BITS;
      int value = (int) (time >>> (digit * DIGIT_BITS)) & (VALUES - 1);
      bucket = digit * VALUES + value;
      filledValues[digit] |= 1 << value;
      filledDigits |= 1 << digit;
    }
    Run run = last[bucket];
    if (run.used == run.words.length) {
      run = append(bucket);
    }
    run.words[run.used] = time;
    run.words[run.used + 1] = event;
    run.used += 2;
  }

  private Run append(int bucket) {
    Run run = unused;
    if (run == NONE) {
      run = new Run(Math.clamp(size >> 6 << 1, SHORTEST_RUN, LONGEST_RUN));
    } else {
      unused = run.next;
    }
    run.next = NONE;
    if (first[bucket] == NONE) {
      first[bucket] = run;
    } else {
      last[bucket].next = run;
    }
    last[bucket] = run;
    return run;
  }

  // Returns the run after it. The run that was read last is written next: it is still in the cache.
  private Run release(Run run) {
    Run rest = run.next;
    run.used = 0;
    run.next = unused;
    unused = run;
    return rest;
  }

  /** Some events that came one after another, and those that came next. */
  private static final class Run {
    final long[] words; // of each event its time and its number
    int used;
    Run next = this;

    Run(int capacity) {
      this.words = new long[capacity];
    }
  }
}
