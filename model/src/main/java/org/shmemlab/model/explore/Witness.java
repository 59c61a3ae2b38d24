package org.shmemlab.model.explore;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import org.shmemlab.model.explore.execution.Walk;

/**
 * A schedule that leads from the start to a finding.
 *
 * @param choices for each step, its index among those that were enabled: the input of a {@link
 *     Walk}
 * @param steps the same steps in words
 * @param shortest whether no schedule is shorter
 */
public record Witness(
    ImmutableIntArray choices, ImmutableList<WitnessStep> steps, boolean shortest) {
  /** The schedule without any step. */
  public static final Witness NONE = new Witness(ImmutableIntArray.of(), ImmutableList.of(), true);
}
