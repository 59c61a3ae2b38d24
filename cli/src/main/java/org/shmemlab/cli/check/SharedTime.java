package org.shmemlab.cli.check;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.shmemlab.model.explore.TimeLimit;

/**
 * Shares the time of a command among its explorations. Each that begins has an equal share of the
 * time that is left among those still to come, so that one which ends early leaves more for the
 * others: half of its share for a search of all orders, the rest for schedules. A sixth of the
 * whole is kept for repairs, where they are looked for: those of the last file may take all that is
 * left.
 */
final class SharedTime implements TimeLimit {
  private static final int KEPT_FOR_REPAIRS = 6;

  private final LongSupplier clock;
  private final long nanos;
  private final long end;
  private int toCome = 1;
  private boolean repairs;

  /**
   * Begins now.
   *
   * @param clock gives the time, nanoseconds
   */
  SharedTime(Duration time, LongSupplier clock) {
    this.clock = clock;
    this.nanos = time.toNanos();
    this.end = clock.getAsLong() + nanos;
  }

  /** How many explorations are still to come, and whether searches for repairs follow them. */
  void among(int explorations, boolean withRepairs) {
    toCome = explorations;
    repairs = withRepairs;
  }

  @Override
  public TimeLimit begun() {
    long start = clock.getAsLong();
    long kept = repairs && toCome > 0 ? nanos / KEPT_FOR_REPAIRS : 0;
    long share = Math.max(0, end - kept - start) / Math.max(1, toCome);
    toCome = Math.max(0, toCome - 1);
    return new Share(clock, start, share);
  }

  @Override
  public boolean givesWay() {
    return isOver();
  }

  @Override
  public boolean isOver() {
    return clock.getAsLong() >= end;
  }

  private record Share(LongSupplier clock, long start, long nanos) implements TimeLimit {
    @Override
    public TimeLimit begun() {
      return new Share(clock, clock.getAsLong(), nanos);
    }

    @Override
    public boolean givesWay() {
      return clock.getAsLong() - start >= nanos / 2;
    }

    @Override
    public boolean isOver() {
      return clock.getAsLong() - start >= nanos;
    }
  }
}
