package org.shmemlab.model.explore;

/**
 * Runs random schedules, and decides how many of them: this package knows one machine only, but
 * others may lend it more.
 */
@FunctionalInterface
public interface Walkers {
  /** All of them, one block after the other. */
  Walkers HERE = walks -> here(walks, false);

  /** The same up to the first one that shows a finding. */
  Walkers UNTIL_FINDING = walks -> here(walks, true);

  /**
   * Runs schedules.
   *
   * @return the results of the schedules; if they were stopped, of those that came to their end
   */
  SampledResults run(RandomSchedules walks);

  private static SampledResults here(RandomSchedules walks, boolean untilFinding) {
    SampledResults.Sum all = new SampledResults.Sum();
    for (long block = 0; block < walks.blocks() && !walks.stopped(); block++) {
      SampledResults seen = walks.block(block, untilFinding);
      all.add(seen);
      if (untilFinding && seen.hasFindings()) {
        return all.total();
      }
    }
    return all.total();
  }
}
