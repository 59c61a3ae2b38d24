package org.shmemlab.model.interpreter;

/** How a run of an agent ended. */
public enum StopReason {
  /** The given number of instructions was executed. */
  FUEL,
  /** The next step has a guard that does not hold; the agent has the condition. */
  BLOCKED,
  /** The next step is a call, or reaches into a peer's memory. */
  CALL,
  /** The agent has ended. */
  DONE
}
