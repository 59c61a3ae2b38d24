package org.shmemlab.model.operation;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.threads.ThreadOrder;

/**
 * Decides which events and returns may happen when: the only place that knows ordering. One
 * implementation for the profiles of the specification and one for transports; they are values,
 * without state of their own.
 */
public interface OrderingRules {
  /** The name that commands and reports use. */
  String name();

  /** The properties of the rules as a whole. */
  Capabilities capabilities();

  /** The order of threads' own accesses. */
  default ThreadOrder threads() {
    return ThreadOrder.PTX;
  }

  /**
   * Whether the atomics of a GPU's threads may take effect in another order for each of them (PTX
   * ISA, "Memory Consistency Model"), instead of one for all.
   */
  default boolean weakAtomics() {
    return false;
  }

  /** How an operation is carried out, which is asked once, when it is issued. */
  IssueTraits issueTraits(Operation operation);

  /**
   * Why this implementation does not take an operation, or null if it does: the reason, and the
   * remedy.
   *
   * @param strided whether the call is iput or iget, with any strides
   */
  default @Nullable String refusal(Operation operation, boolean strided) {
    return null;
  }

  // ---------------------------------------------------------------- order

  /**
   * Whether an event may happen now. The operation's own structure allows it; the rules decide
   * against everything else in flight.
   */
  boolean mayHappen(Pending operation, Event event, InFlight inFlight);

  /** Whether the call that issued this operation may return to its agent. */
  boolean mayReturn(Pending operation, InFlight inFlight);

  /** Whether a call that issues nothing may return, as far as operations in flight allow it. */
  boolean mayPass(OrderingCall call, Caller caller, InFlight inFlight);

  /**
   * Whether an earlier operation in flight can hold back anything of a later one, before whose
   * issue it was issued: whether it has to be kept in {@link Pending#issuedAfter}, or in {@link
   * Pending#after}.
   *
   * @param fenced whether a fence is between them, or the mere order of issue
   */
  default boolean mayHoldBack(Operation earlier, Operation later, boolean fenced) {
    return false;
  }
}
