package org.shmemlab.conformance.axiomatic;

import com.google.common.collect.ImmutableSortedSet;

/** Gives the verdict of the axioms about a program under a profile. */
public sealed interface AxiomaticVerdict {
  /**
   * A program with a meaning, or without one.
   *
   * @param undefined whether some execution has a conflict
   * @param deadlock whether in some execution an agent waits for ever
   * @param outcomes the outcomes of the executions in which every agent ends: {@code name=value;}
   *     for each word that is asked for; empty if undefined
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
