package org.shmemlab.conformance.inclusion;

import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.Sets;

/**
 * Holds the outcomes of a test in one column.
 *
 * @param values final values, and {@link #HANGS}
 * @param anything whether the test is undefined there: every outcome is then allowed
 * @param complete whether there are no others
 */
public record Outcomes(ImmutableSortedSet<String> values, boolean anything, boolean complete) {
  /** Stands for an execution that does not end. */
  public static final String HANGS = "hangs";

  /** Whether nothing is here that is not there. */
  public Inclusion within(Outcomes larger) {
    if (larger.anything) {
      return Inclusion.HOLDS;
    }
    if (anything || !larger.values.containsAll(values)) {
      return larger.complete ? Inclusion.BROKEN : Inclusion.UNKNOWN;
    }
    return complete ? Inclusion.HOLDS : Inclusion.UNKNOWN;
  }

  /** The outcomes that are here and not there. */
  public ImmutableSortedSet<String> beyond(Outcomes larger) {
    return larger.anything
        ? ImmutableSortedSet.of()
        : ImmutableSortedSet.copyOf(Sets.difference(values, larger.values));
  }
}
