package org.shmemlab.plan.cluster;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Computes a task's share of units, kept in a file as it grows. The joint result of the units is
 * known only to the program that submitted the tasks: here, the answer is that of none.
 */
public final class UnitsShare implements Computing {
  private static final long KEEP = Duration.ofSeconds(10).toNanos();
  private static final long LOOK = Duration.ofSeconds(1).toNanos();

  private final PartialResults parts;
  private final int task;
  private @Nullable Units<?> work;
  private boolean enough;
  private long looked;

  /**
   * A share.
   *
   * @param task its number, from 0
   */
  public UnitsShare(PartialResults parts, int task) {
    this.parts = parts;
    this.task = task;
  }

  /** Whether no more of this work is needed; looked up once a second. */
  public boolean isEnough() {
    if (work != null && !enough && System.nanoTime() - looked > LOOK) {
      looked = System.nanoTime();
      enough = parts.isMarked(work);
    }
    return enough;
  }

  @Override
  public <R> R result(Units<R> units) {
    work = units;
    looked = System.nanoTime();
    enough = parts.isMarked(units);
    compute(units);
    work = null;
    enough = false;
    return units.none();
  }

  private <R> void compute(Units<R> units) {
    PartialResults.Part<R> part = parts.read(units, task);
    long kept = System.nanoTime();
    long own = parts.own(units, task);
    boolean found = false;
    while (part.units() < own && !found && !units.stopped()) {
      R one = units.unit(parts.number(task, part.units()));
      found = units.isEnough(one);
      if (units.stopped() && !found) {
        break; // only a part of it was computed
      }
      part = new PartialResults.Part<>(part.units() + 1, units.sum(part.result(), one));
      if (System.nanoTime() - kept > KEEP) {
        parts.write(units, task, part);
        kept = System.nanoTime();
      }
    }
    parts.write(units, task, part);
    if (found) {
      parts.mark(units);
    }
  }
}
