package org.shmemlab.plan.cluster;

import com.google.common.collect.ContiguousSet;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.shmemlab.plan.grid.Trial;
import org.shmemlab.plan.grid.TrialResult;
import org.shmemlab.plan.store.Share;
import org.shmemlab.plan.store.Simulations;
import org.shmemlab.plan.store.Store;
import org.shmemlab.plan.store.Wanted;

/**
 * Computes what a store does not have as an array job, whose tasks each compute a {@link Share}
 * into a store of their own. A task that is killed, requeued or runs out of disk leaves the results
 * that it finished; the missing ones are computed by another job.
 */
public final class SlurmSweep implements Simulations {
  /** The results that tasks know from the beginning. */
  private static final String KNOWN = "known.duckdb";

  private static final String PARTS = "part-*.duckdb";
  private static final int JOBS = 3;
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final Store store;
  private final String revision;
  private final ArrayJob job;
  private final int tasks;
  private final ArrayJob.Watcher watcher;

  /**
   * Simulations on Slurm.
   *
   * @param store gets all results
   * @param tasks of each array job
   */
  public SlurmSweep(
      Store store, String revision, ArrayJob job, int tasks, ArrayJob.Watcher watcher) {
    this.store = store;
    this.revision = revision;
    this.job = job;
    this.tasks = tasks;
    this.watcher = watcher;
  }

  /** Where a task finds what was known before its job. */
  public static Path known(Path folder) {
    return folder.resolve(KNOWN);
  }

  /** Where a task keeps its results. */
  public static Path part(Path folder, int task) {
    return folder.resolve(PARTS.replace("*", String.valueOf(task)));
  }

  @Override
  public ImmutableMap<Trial, TrialResult> run(List<Trial> trials) {
    collect(); // what tasks of an earlier call left
    for (int jobs = 0; ; jobs++) {
      Wanted wanted = Wanted.of(trials, revision, store);
      int missing = wanted.missing().size();
      if (missing == 0) {
        return wanted.outcomes();
      }
      if (jobs == JOBS) {
        throw new SlurmException(
            missing
                + " simulations are missing after "
                + JOBS
                + " jobs; "
                + job.complaint(tasks(tasks)));
      }
      store.copyTo(known(job.folder()));
      waitFor(Math.min(tasks, missing));
      collect();
    }
  }

  private void waitFor(int some) {
    try (ArrayJob.Submitted submitted = job.submit(tasks(some))) {
      for (int left = some; left > 0; left = submitted.left()) {
        watcher.left(submitted.number(), left);
        Uninterruptibles.sleepUninterruptibly(LOOK);
      }
    }
  }

  private static ContiguousSet<Integer> tasks(int some) {
    return ContiguousSet.closedOpen(0, some);
  }

  private void collect() {
    List<Path> parts = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(job.folder(), PARTS)) {
      Iterables.addAll(parts, found);
    } catch (IOException problem) {
      throw new SlurmException("cannot read " + job.folder() + ": " + problem.getMessage());
    }
    parts.stream().sorted().forEach(store::take);
  }
}
