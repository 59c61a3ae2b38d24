package org.shmemlab.model.operation;

import com.google.common.collect.ImmutableSet;

/**
 * Describes a set of rules as a whole: the features that it gives to programs, and the properties
 * that let a search leave out orders.
 *
 * @param actsAtIssue whether there are operations that happen at issue, so that the order of issues
 *     counts
 * @param returnsByItself whether the return of a call never depends on other operations than its
 *     own, and no wait or test on a write that is delivered and not visible; the agents that an
 *     event enables are then known at once
 * @param quietCoversOthers whether the order of issues counts because a quiet of another agent of
 *     the PE waits for earlier operations and for no others
 * @param anyLocalSide whether any memory of a PE may be the local side of its transfers, or only
 *     symmetric or registered memory
 * @param signalFetchRunsAhead whether signal_fetch may observe a signal before the data that the
 *     signal follows: a read that orders nothing
 * @param queuePairs whether a program of NVSHMEM can have queue pairs of its own
 * @param loads where the plain loads of a GPU's threads find their values
 * @param refreshing the calls that empty, for an agent's own loads, the cache that answers them
 */
public record Capabilities(
    boolean actsAtIssue,
    boolean returnsByItself,
    boolean quietCoversOthers,
    boolean anyLocalSide,
    boolean signalFetchRunsAhead,
    boolean queuePairs,
    LoadSource loads,
    ImmutableSet<OrderingCall> refreshing) {
  /** Memory whose writes are visible to all observers at once, and no order to leave out. */
  public static final Capabilities PLAIN =
      new Capabilities(
          false,
          false,
          false,
          true,
          false,
          true,
          LoadSource.COHERENT,
          ImmutableSet.copyOf(OrderingCall.values()));

  /** The same, where signal_fetch runs ahead or not. */
  public Capabilities signalFetchRunsAhead(boolean ahead) {
    return new Capabilities(
        actsAtIssue,
        returnsByItself,
        quietCoversOthers,
        anyLocalSide,
        ahead,
        queuePairs,
        loads,
        refreshing);
  }

  /** The same, where operations happen at issue or not. */
  public Capabilities actsAtIssue(boolean now) {
    return new Capabilities(
        now,
        returnsByItself,
        quietCoversOthers,
        anyLocalSide,
        signalFetchRunsAhead,
        queuePairs,
        loads,
        refreshing);
  }

  /** The same with plain loads answered otherwise. */
  public Capabilities with(LoadSource other) {
    return new Capabilities(
        actsAtIssue,
        returnsByItself,
        quietCoversOthers,
        anyLocalSide,
        signalFetchRunsAhead,
        queuePairs,
        other,
        refreshing);
  }

  /** The same with a cache that others empty. */
  public Capabilities with(ImmutableSet<OrderingCall> others) {
    return new Capabilities(
        actsAtIssue,
        returnsByItself,
        quietCoversOthers,
        anyLocalSide,
        signalFetchRunsAhead,
        queuePairs,
        loads,
        others);
  }
}
