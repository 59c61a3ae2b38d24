package org.shmemlab.model.operation;

import org.jspecify.annotations.Nullable;

/**
 * What may happen when: the only place that knows ordering. One implementation for the profiles of
 * the specification and one for transports; they are values, without state of their own.
 */
public interface OrderingRules {
  /** The name that commands and reports use. */
  String name();

  /** What the rules are like as a whole. */
  Capabilities capabilities();

  /** How an operation is carried out, which is asked once, when it is issued. */
  Carriage carriage(Operation operation);

  /**
   * Why this implementation does not take an operation, or null if it does: what it is, and what to
   * do instead.
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

  /** Whether a call that waits for what was issued before it may return. */
  boolean mayPass(OrderingCall call, Caller caller, InFlight inFlight);

  /**
   * Whether a wait, a test or a barrier that was satisfied, or a thread's fence, may return on this
   * PE: what was delivered to its memory may have to become visible first.
   */
  default boolean mayObserve(int pe, Acquire acquire, InFlight inFlight) {
    return true;
  }

  /**
   * Whether the mere order of issue of two operations, of which the later's agent knows the
   * earlier, can matter: whether it has to be kept in {@link Pending#behind}.
   */
  default boolean issueOrders(Operation earlier, Operation later) {
    return false;
  }

  /**
   * Whether a fence between two operations, of which the earlier is still in flight, can matter to
   * the later one: whether it has to be kept in {@link Pending#after}.
   */
  default boolean fenceSeparates(Operation earlier, Operation later) {
    return earlier.pe() == later.pe() && earlier.origin().context() == later.origin().context();
  }

  /** Whether a fence called on the device, or on the host, orders this earlier operation. */
  default boolean fenceReaches(Operation earlier, boolean onDevice) {
    return true;
  }
}
