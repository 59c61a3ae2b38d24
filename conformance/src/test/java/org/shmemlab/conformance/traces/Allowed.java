package org.shmemlab.conformance.traces;

import com.google.common.collect.ImmutableSet;
import java.util.Optional;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;

/**
 * Holds the ends of the executions of a program, all of which were explored.
 *
 * @param outcomes of final states
 * @param hangs whether one ends with an agent waiting
 * @param fails whether one ends with a mistake of the program
 */
record Allowed(ImmutableSet<String> outcomes, boolean hangs, boolean fails) {
  /** The ends that an exploration has seen; empty if it is not exhaustive. */
  static Optional<Allowed> of(Exploration exploration) {
    return exploration.complete()
        ? Optional.of(
            new Allowed(
                exploration.outcomes().keySet(),
                exploration.hangs(),
                exploration.findings().stream().anyMatch(Finding.Failure.class::isInstance)))
        : Optional.empty();
  }

  /** Whether these are among others, failures aside. */
  boolean isWithin(Allowed others) {
    return others.outcomes.containsAll(outcomes) && (others.hangs || !hangs);
  }
}
