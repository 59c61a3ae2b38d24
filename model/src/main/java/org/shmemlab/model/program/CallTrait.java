package org.shmemlab.model.program;

/** A property of an external call on which the order of steps, or a repair, depends. */
public enum CallTrait {
  /**
   * Reads memory and changes nothing but the register of its result: a loop over the call may be a
   * wait.
   */
  LOOKS_ONLY,
  /** Waits until another agent or the device has come far enough. */
  WAITS,
  /** Has no other effect than to wait: serving it says whether it may return. */
  ONLY_WAITS,
  /** Prints; a host that ends before the call never shows it. */
  PRINTS,
  /** Ends all threads of its host. */
  ENDS_HOST,
  /** Ends the job: dependent with every step of other agents. */
  ENDS_JOB,
  /**
   * Asks for the progress of the device without waiting for it: dependent with every step of other
   * agents.
   */
  ASKS_DEVICE,
  /** Waits for all work of a stream or of the device. */
  DRAINS_DEVICE,
  /** Launches the kernel whose address is its first argument. */
  LAUNCHES_KERNEL,
  /** Starts a thread of the host in the function whose address is its first argument. */
  STARTS_THREAD,
  /** Waits for the end of a thread of the host. */
  JOINS_THREAD,
  /** Is enabled while the mutex at its first argument is free. */
  LOCKS_MUTEX,
  /** Is enabled after a signal of the condition at its first argument. */
  AWAITS_CONDITION,
  /** Passes a value from one agent to another without ordering their memory accesses. */
  EXCHANGES_UNORDERED,
  /** Copies or fills bytes of the program's memory. */
  MOVES_BYTES,
  /** Belongs to the asynchronous copies of a device thread. */
  ASYNC_COPY,
  /** Is such a copy by the bulk-copy hardware. */
  BULK_COPY,
  /** Receives the exception that ended the call before it; has no effect of its own. */
  LANDS_EXCEPTION
}
