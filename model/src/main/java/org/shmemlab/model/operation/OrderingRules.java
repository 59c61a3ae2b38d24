package org.shmemlab.model.operation;

import org.jspecify.annotations.Nullable;

/**
 * What may happen when: the only place that knows ordering. One implementation per profile of the
 * specification and one per transport; they are values, without state of their own.
 */
public interface OrderingRules {
  /** The name that commands and reports use. */
  String name();

  /**
   * Whether an operation's events all happen in the step that issues it. Such an operation is never
   * seen in flight by anybody.
   */
  boolean atIssue(Operation operation);

  /** Whether there are operations that happen at issue, so that it matters when they are issued. */
  default boolean mayActAtIssue() {
    return false;
  }

  /**
   * Whether an event may happen now. The operation's own structure allows it; the rules decide
   * against everything else in flight.
   */
  boolean mayHappen(Pending operation, Event event, InFlight inFlight);

  /** Whether the call that issued this operation may return to its agent. */
  boolean mayReturn(Pending operation, InFlight inFlight);

  /**
   * Whether the return of a call never depends on other operations than its own, and no wait or
   * test on what was delivered and is not visible. It is then known at once who may go on after an
   * event.
   */
  default boolean returnsByItself() {
    return false;
  }

  /**
   * Whether the words of an operation become visible, are read and land one by one. Where nobody
   * may look at an unfinished operation without a conflict, all words at once show the same
   * outcomes and the same conflicts, with far fewer states.
   */
  boolean wordByWord(Operation operation);

  /** How finely the events of an operation are told apart. */
  default Parts parts(Operation operation) {
    return Parts.USUAL;
  }

  /**
   * Why this implementation does not take an operation, or null if it does: what it is, and what to
   * do instead.
   *
   * @param strided whether the call is iput or iget, with any strides
   */
  default @Nullable String refusal(Operation operation, boolean strided) {
    return null;
  }

  /**
   * Whether a fence between two operations, of which the earlier is still in flight, can matter to
   * the later one: whether it has to be kept in {@link Pending#after}.
   */
  default boolean fenceSeparates(Operation earlier, Operation later) {
    return earlier.pe() == later.pe() && earlier.origin().context() == later.origin().context();
  }

  /**
   * Whether the mere order of issue of two operations, of which the later's agent knows the
   * earlier, can matter: whether it has to be kept in {@link Pending#behind}.
   */
  default boolean issueOrders(Operation earlier, Operation later) {
    return false;
  }

  /** Whether a call that waits for what was issued before it may return. */
  boolean mayPass(OrderingCall call, Caller caller, InFlight inFlight);

  /**
   * Whether a wait, a test or a barrier that was satisfied, or a thread's fence, may return on this
   * PE: what was delivered to its memory may have to become visible first.
   */
  default boolean mayObserve(int pe, Acquire acquire, InFlight inFlight) {
    return true;
  }

  /** What answers the plain loads of a GPU's threads. */
  default Loads loads() {
    return Loads.COHERENT;
  }

  /** Whether what an agent does empties, for its own loads, the cache that answers them. */
  default boolean refreshes(Acquire acquire) {
    return true;
  }

  /** Whether the thread that issued an operation reads its source by plain loads of its own. */
  default boolean loadsSource(Operation operation) {
    return false;
  }

  /** Whether that thread passes a fence for all GPUs once it has read the source. */
  default boolean fencesSource(Operation operation) {
    return false;
  }

  /** Whether a fence called on the device, or on the host, orders this earlier operation. */
  default boolean fenceReaches(Operation earlier, boolean onDevice) {
    return true;
  }

  /**
   * Whether it matters when an operation is issued, because a quiet of another agent of the PE
   * waits for what was issued before it and for nothing else.
   */
  default boolean quietCoversOthers() {
    return false;
  }

  /**
   * Whether any memory of a PE may be the local side of its transfers, or only what is symmetric or
   * registered.
   */
  default boolean anyMemoryIsLocalSide() {
    return true;
  }

  /**
   * Whether signal_fetch may show a signal before what the signal follows: a read that orders
   * nothing.
   */
  default boolean signalFetchMayRunAhead() {
    return false;
  }
}
