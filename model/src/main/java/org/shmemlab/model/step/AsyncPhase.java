package org.shmemlab.model.step;

/**
 * Lists the phases of asynchronous work of a thread's hardware, which runs later than its issue and
 * is unordered with the thread until waited for.
 */
public enum AsyncPhase {
  BEGINS,
  ENDS,
  /**
   * It ends, and happens-before the return of the thread's next wait for all of its groups of
   * copies.
   */
  ENDS_IN_A_GROUP,
  /** The thread has waited for all of its groups. */
  GROUPS_ARE_OVER
}
