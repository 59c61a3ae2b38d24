package org.shmemlab.scenarios.judge;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.explore.Exploration;

/**
 * What some final states show.
 *
 * @param values the observed values as text
 * @param states how many final states show them
 * @param witness whether they fulfil the condition that a litmus test asks about
 */
public record Outcome(String values, int states, boolean witness) {
  /** What the PEs of a program print, of which nothing is asked. */
  public static ImmutableList<Outcome> printed(Exploration exploration) {
    return exploration.outcomes().entrySet().stream()
        .map(seen -> new Outcome(seen.getKey(), seen.getValue(), false))
        .collect(ImmutableList.toImmutableList());
  }
}
