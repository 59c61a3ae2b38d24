package org.shmemlab.model.step;

/** What a thread's hardware does beside it: later in time, and in no order of memory with it. */
public enum AsyncPhase {
  BEGINS,
  ENDS,
  /** It ends, and the thread's next wait for all of its groups of copies comes after it. */
  ENDS_IN_A_GROUP,
  /** The thread has waited for all of its groups. */
  GROUPS_ARE_OVER
}
