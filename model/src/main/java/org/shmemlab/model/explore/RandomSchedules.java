package org.shmemlab.model.explore;

import java.util.function.BooleanSupplier;
import org.shmemlab.model.machine.Machine;

/** Draws schedules from a seed, in numbered blocks that are independent of each other. */
public interface RandomSchedules {
  /** Schedules of a block: the number that is run where the caller asks for no more. */
  int BLOCK = 1_000;

  /** The state that all schedules start from. */
  Machine start();

  /** How many blocks there are. */
  long blocks();

  /** Into how many blocks so many schedules fall. */
  static long blocks(long schedules) {
    return schedules / BLOCK + (schedules % BLOCK == 0 ? 0 : 1);
  }

  /** Whether the caller has stopped the schedules; from then on, it stays so. */
  boolean stopped();

  /**
   * Runs the schedules of a block.
   *
   * @param number from 0; it is quickest where blocks come in order
   * @param untilFinding whether the first one that shows a finding is the last
   * @return the results of these; where it was {@link #stopped}, of those that came to their end
   */
  SampledResults block(long number, boolean untilFinding);

  /** The same schedules, which stop for another reason, too. */
  RandomSchedules stoppedBy(BooleanSupplier also);
}
