package org.shmemlab.model.explore.random;

import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.explore.execution.PctPolicy;
import org.shmemlab.model.explore.execution.SchedulingPolicy;

/** Draws the seeds of schedules, by their numbers, from one seed. */
final class ScheduleSeeds {
  private static final int SEED_BITS = 64;

  /** Depths of the bugs that schedules by priorities aim at: most bugs have one of these. */
  private static final int MAX_DEPTH = 3;

  private final long seed;
  private Choices seeds;
  private long drawn;

  ScheduleSeeds(long seed) {
    this.seed = seed;
    this.seeds = new SeededChoices(seed);
  }

  /** The seed of a schedule; it is quickest where they come in order. */
  long of(long schedule) {
    if (schedule < drawn) {
      seeds = new SeededChoices(seed);
      drawn = 0;
    }
    for (; drawn < schedule; drawn++) {
      seeds.bits(SEED_BITS);
    }
    drawn++;
    return seeds.bits(SEED_BITS);
  }

  /**
   * The policy of a schedule: every other one is uniform.
   *
   * @param length of the longest schedule that is known when it is drawn
   */
  static SchedulingPolicy policy(long schedule, long seed, int length) {
    Choices random = new SeededChoices(seed);
    return schedule % 2 == 0
        ? SchedulingPolicy.uniform(random)
        : new PctPolicy(random, 1 + (int) (schedule / 2 % MAX_DEPTH), length);
  }
}
