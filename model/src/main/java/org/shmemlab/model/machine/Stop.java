package org.shmemlab.model.machine;

/** How a run of an agent ended. */
public enum Stop {
  /** The given number of instructions was executed. */
  FUEL,
  /** The next step has a guard that does not hold; see {@link Machine#waiting}. */
  BLOCKED,
  /** The next step is a call, or reaches into a peer's memory; see {@link Machine#next}. */
  CALL,
  /** The agent has ended. */
  DONE
}
