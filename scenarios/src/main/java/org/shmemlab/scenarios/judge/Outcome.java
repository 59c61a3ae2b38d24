package org.shmemlab.scenarios.judge;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.explore.Exploration;

/**
 * An outcome that some final states show.
 *
 * @param values the observed values as text
 * @param states how many final states show them
 * @param witness whether they fulfil the condition that a litmus test asks about
 */
public record Outcome(String values, int states, boolean witness) {
  /** The outputs of the PEs of a program, without a question about them. */
  public static ImmutableList<Outcome> printed(Exploration exploration) {
    return exploration.outcomes().entrySet().stream()
        .map(seen -> new Outcome(seen.getKey(), seen.getValue(), false))
        .collect(ImmutableList.toImmutableList());
  }
}
