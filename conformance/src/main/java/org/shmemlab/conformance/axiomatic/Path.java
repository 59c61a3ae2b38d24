package org.shmemlab.conformance.axiomatic;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;

/**
 * Holds one path through an agent's code.
 *
 * @param actions what it does
 * @param needs for an action, the earlier actions whose values it needs before it begins
 * @param conditions what must be so for the agent to come this way
 * @param stuck whether it never gets past its last action, a wait or a meeting
 */
record Path(
    ImmutableList<Action> actions,
    ImmutableListMultimap<Integer, Integer> needs,
    ImmutableList<Condition> conditions,
    boolean stuck) {

  /** The way of an agent whose turn never comes. */
  static final Path NEVER_STARTED =
      new Path(ImmutableList.of(), ImmutableListMultimap.of(), ImmutableList.of(), true);

  /** A value that must be true (not zero), or false. */
  record Condition(SymbolicValue value, boolean holds) {}
}
