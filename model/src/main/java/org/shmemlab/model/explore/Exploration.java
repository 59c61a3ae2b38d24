package org.shmemlab.model.explore;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;

/**
 * What an exploration found.
 *
 * @param outcomes final observations with the number of final states that show each
 * @param findings what is wrong, each kind and place once, shortest witness first
 * @param states distinct states seen
 * @param bound what ended the exploration
 */
public record Exploration(
    ImmutableSortedMap<String, Integer> outcomes,
    ImmutableList<Finding> findings,
    long states,
    Bound bound) {

  /** How far the exploration went. */
  public enum Bound {
    /** Every order was seen. */
    COMPLETE,
    /** The number of states allowed was reached. */
    BUDGET,
    /** The caller asked to stop. */
    STOPPED
  }

  /** Whether some order has no defined result. */
  public boolean undefined() {
    return findings.stream().anyMatch(Finding.Undefined.class::isInstance);
  }
}
