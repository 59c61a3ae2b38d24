package org.shmemlab.model.operation;

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

  /**
   * Whether an event may happen now. The operation's own structure allows it; the rules decide
   * against everything else in flight.
   */
  boolean mayHappen(Pending operation, Event event, InFlight inFlight);

  /** Whether the call that issued this operation may return to its agent. */
  boolean mayReturn(Pending operation);

  /**
   * Whether the words of an operation become visible, are read and land one by one. Where nobody
   * may look at an unfinished operation without a conflict, all words at once show the same
   * outcomes and the same conflicts, with far fewer states.
   */
  boolean wordByWord(Operation operation);

  /** Whether a quiet of this agent and context may return. */
  boolean isQuiet(int agent, int pe, int context, InFlight inFlight);

  /**
   * Whether a sync may count this agent as arrived: the stores that it made through mapped pointers
   * have to be visible first.
   */
  default boolean mayArrive(int agent, InFlight inFlight) {
    return true;
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
