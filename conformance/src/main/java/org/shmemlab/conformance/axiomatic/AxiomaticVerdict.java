package org.shmemlab.conformance.axiomatic;

import com.google.common.collect.ImmutableSortedSet;

/** What the axioms say of a program under a profile. */
public sealed interface AxiomaticVerdict {
  /**
   * A program with a meaning, or without one.
   *
   * @param undefined whether some execution has a conflict
   * @param deadlock whether in some execution somebody waits for ever
   * @param outcomes what the executions in which everybody ends show: {@code name=value;} for each
   *     word that is asked for; empty if undefined
   */
  record Judged(boolean undefined, boolean deadlock, ImmutableSortedSet<String> outcomes)
      implements AxiomaticVerdict {}

  /**
   * The axioms do not speak of something that the program does.
   *
   * @param reason what it is
   */
  record NotDone(String reason) implements AxiomaticVerdict {}
}
