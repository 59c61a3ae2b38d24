package org.shmemlab.model.program;

/**
 * Lists the parts of the run-time system's state, besides memory, that all agents of a PE share.
 */
public enum Kept {
  ENVIRONMENT,
  RANDOM_NUMBERS,
  /** Open files and their positions. */
  FILES,
  /** Which memory is given out, and how much is left. */
  MEMORY,
  /** Buffers that are registered for transfers. */
  BUFFERS,
  /** Streams, their queued tasks, and events. */
  STREAMS,
  /** Which records of events are complete. */
  COMPLETIONS,
  TEAMS,
  CONTEXTS
}
