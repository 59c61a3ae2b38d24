package org.shmemlab.model.explore.execution;

import java.util.Optional;
import java.util.function.Predicate;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.spec.Conflicts;

/**
 * A few schedules of a program. Conflicts are found by clocks, so that a schedule also shows those
 * that it does not run into: most that a program has are in the first. A finding that a probe does
 * not show may still exist.
 *
 * @param finding the first that was asked for, with a schedule of any length
 * @param steps how many steps were taken
 */
public record Probe(Optional<Finding> finding, long steps) {
  private static final int SCHEDULES = 6;

  /** So many steps are taken, all schedules together. */
  private static final int MAX_STEPS = 60_000;

  /**
   * Runs the schedules, the same ones each time.
   *
   * @param start where each begins; it is not changed
   * @param asked which finding ends the probe
   */
  public static Probe of(Machine start, Conflicts conflicts, Predicate<Finding> asked) {
    Choices seeds = new SeededChoices(1);
    long steps = 0;
    int longest = 1;
    for (int schedule = 0; schedule < SCHEDULES && steps < MAX_STEPS; schedule++) {
      Choices random = new SeededChoices(seeds.bits(64));
      SchedulingPolicy policy =
          schedule % 2 == 0 ? SchedulingPolicy.uniform(random) : new PctPolicy(random, 1, longest);
      ClockWalk walk = new ClockWalk(start, conflicts);
      long left = MAX_STEPS - steps;
      int taken = // after a failure, the rest costs more than it shows
          walk.run(policy, so -> !walk.machine().hasFailed() && so < left);
      steps += taken + 1;
      longest = Math.max(longest, taken);
      Optional<Finding> finding = walk.findings().stream().filter(asked).findFirst();
      if (finding.isPresent()) {
        return new Probe(finding, steps);
      }
    }
    return new Probe(Optional.empty(), steps);
  }
}
