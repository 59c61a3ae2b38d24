package org.shmemlab.conformance.axiomatic;

import java.util.List;
import org.shmemlab.conformance.axiomatic.PreservedOrder.Earlier;

/**
 * Describes an operation that an agent issues.
 *
 * @param action number of the action that issues it, on the agent's way
 * @param issue node of the call
 * @param events what becomes of it, in the order in which that happens
 */
record Issued(int agent, int action, Action.Issue call, int issue, List<SubEvent> events) {
  /**
   * A sub-event of an operation.
   *
   * @param updates whether it changes the target's memory
   */
  record SubEvent(Earlier kind, int node, boolean updates) {}
}
