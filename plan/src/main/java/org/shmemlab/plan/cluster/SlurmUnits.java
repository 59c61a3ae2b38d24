package org.shmemlab.plan.cluster;

import com.google.common.util.concurrent.Uninterruptibles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes units as an array job, each of whose tasks computes its {@link UnitsShare}, of this work
 * and of all that is asked for after it. The units that a killed task did not compute are computed
 * by another job. Closed, it cancels what still runs.
 */
public final class SlurmUnits implements Computing, AutoCloseable {
  private static final int JOBS = 3;
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final PartialResults parts;
  private final ArrayJob array;
  private final ArrayJob.Watcher watcher;
  private ArrayJob.@Nullable Submitted job;

  /**
   * Units on Slurm; nothing is submitted before a part is missing.
   *
   * @param array whose command computes the share of a task
   */
  public SlurmUnits(PartialResults parts, ArrayJob array, ArrayJob.Watcher watcher) {
    this.parts = parts;
    this.array = array;
    this.watcher = watcher;
  }

  @Override
  public <R> R result(Units<R> units) {
    for (int jobs = 0; ; ) {
      int left = left();
      R all = units.none();
      List<Integer> missing = new ArrayList<>();
      for (int task = 0; task < parts.tasks(); task++) {
        PartialResults.Part<R> part = parts.read(units, task);
        all = units.sum(all, part.result());
        if (part.units() < parts.own(units, task)) {
          missing.add(task);
        }
      }
      if (missing.isEmpty() || units.stopped() || units.isEnough(all)) {
        return all;
      }
      if (left == 0) {
        if (jobs++ == JOBS) {
          throw new SlurmException(
              "%d of %d tasks did not come to their end in %d jobs; %s"
                  .formatted(missing.size(), parts.tasks(), JOBS, array.complaint(missing)));
        }
        close();
        job = array.submit(missing);
        left = missing.size();
      }
      while (left() == left && !parts.isMarked(units) && !units.stopped()) {
        Uninterruptibles.sleepUninterruptibly(LOOK);
      }
    }
  }

  private int left() {
    if (job == null) {
      return 0;
    }
    int left = job.left();
    if (left > 0) {
      watcher.left(job.number(), left);
    }
    return left;
  }

  @Override
  public void close() {
    if (job != null) {
      job.close();
      job = null;
    }
  }
}
