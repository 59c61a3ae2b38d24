package org.shmemlab.model.explore;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Optional;
import org.shmemlab.model.machine.Machine;

/**
 * A schedule that leads from the start to a finding.
 *
 * @param choices for each step, its index among those that were enabled: what a {@link Walk} takes
 * @param steps the same steps in words
 * @param shortest whether no schedule is shorter
 */
public record Witness(
    ImmutableIntArray choices, ImmutableList<WitnessStep> steps, boolean shortest) {
  /** The schedule without any step. */
  static final Witness NONE = new Witness(ImmutableIntArray.of(), ImmutableList.of(), true);

  /**
   * Tells the steps of a schedule.
   *
   * @throws IndexOutOfBoundsException if a choice is none of those that the machine has then
   */
  static Witness of(Machine start, ImmutableIntArray choices, boolean shortest) {
    Walk walk = new Walk(start, Optional.empty());
    ImmutableList.Builder<WitnessStep> steps = ImmutableList.builder();
    for (int i = 0; i < choices.length(); i++) {
      steps.add(walk.describe(choices.get(i)));
      walk.take(choices.get(i));
    }
    return new Witness(choices, steps.build(), shortest);
  }
}
