package org.shmemlab.cli.check;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.shell.SlurmOptions;
import org.shmemlab.model.explore.RandomSchedules;
import org.shmemlab.model.explore.SampledResults;
import org.shmemlab.model.explore.Walkers;
import org.shmemlab.plan.cluster.Computing;
import org.shmemlab.plan.cluster.ScheduleUnits;
import org.shmemlab.plan.cluster.SlurmUnits;
import org.shmemlab.plan.cluster.UnitsShare;
import org.shmemlab.plan.store.Revision;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Runs the schedules of {@code check --engine random}: in this process, or in the tasks of an array
 * job. Each process asks for the same searches in the same order, which does not depend on their
 * results.
 */
final class RandomSearch implements Walkers, AutoCloseable {
  private final boolean untilFinding;
  private final @Nullable Computing elsewhere;
  private final BooleanSupplier enough;
  private final String identity;
  private int searches;

  private RandomSearch(
      boolean untilFinding,
      @Nullable Computing elsewhere,
      BooleanSupplier enough,
      String identity) {
    this.untilFinding = untilFinding;
    this.elsewhere = elsewhere;
    this.enough = enough;
    this.identity = identity;
  }

  /**
   * All schedules in this process.
   *
   * @param untilFinding whether the first finding of a search ends it
   */
  static RandomSearch here(boolean untilFinding) {
    return new RandomSearch(untilFinding, null, () -> false, "");
  }

  /** As an array job, or as a task of it, as the options say. */
  static RandomSearch of(
      SlurmOptions slurm,
      boolean untilFinding,
      long budget,
      List<SourceFile> files,
      PrintStream err) {
    Hasher hasher = Hashing.sha256().newHasher();
    hasher.putString(Revision.ofPrograms(), StandardCharsets.UTF_8);
    hasher.putString(slurm.identity(), StandardCharsets.UTF_8);
    files.forEach(file -> hasher.putString(file.sha256(), StandardCharsets.UTF_8));
    String identity = hasher.hash().toString();
    if (!slurm.isTask()) {
      SlurmUnits units = slurm.units(RandomSchedules.blocks(budget), err);
      return new RandomSearch(untilFinding, units, () -> false, identity);
    }
    UnitsShare share = slurm.unitsShare();
    return new RandomSearch(untilFinding, share, share::isEnough, identity);
  }

  /** Whether the schedules run elsewhere. */
  boolean isElsewhere() {
    return elsewhere != null;
  }

  @Override
  public SampledResults run(RandomSchedules walks) {
    if (elsewhere == null) {
      return (untilFinding ? UNTIL_FINDING : HERE).run(walks);
    }
    String program = walks.start().program().toString(); // with whatever it includes
    String key =
        Hashing.sha256()
            .hashString(identity + searches++ + program, StandardCharsets.UTF_8)
            .toString();
    return elsewhere.result(
        new ScheduleUnits(walks.stoppedBy(enough), key.substring(0, 16), untilFinding));
  }

  @Override
  public void close() {
    if (elsewhere instanceof SlurmUnits job) {
      job.close();
    }
  }
}
