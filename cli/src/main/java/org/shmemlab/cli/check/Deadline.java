package org.shmemlab.cli.check;

import java.time.Duration;
import org.shmemlab.model.explore.TimeLimit;

/** Divides the time of one exploration: half for a search of all orders, the rest for schedules. */
final class Deadline implements TimeLimit {
  private final long start = System.nanoTime();
  private final long nanos;

  /** Begins now. */
  Deadline(Duration time) {
    this(time.toNanos());
  }

  private Deadline(long nanos) {
    this.nanos = nanos;
  }

  @Override
  public TimeLimit begun() {
    return new Deadline(nanos);
  }

  @Override
  public boolean givesWay() {
    return System.nanoTime() - start >= nanos / 2;
  }

  @Override
  public boolean isOver() {
    return System.nanoTime() - start >= nanos;
  }
}
