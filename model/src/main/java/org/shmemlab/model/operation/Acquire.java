package org.shmemlab.model.operation;

/**
 * What an agent does before it looks at memory that others write, and how much its implementation
 * does to make its loads fresh.
 */
public enum Acquire {
  /** The calls of the signal family: {@code signal_wait_until}, {@code signal_fetch}; a sync. */
  SIGNAL_WAIT,
  /** Every other wait and test, and barriers and collectives that move data. */
  WAIT,
  /** A fence of CUDA for more than a block: {@code __threadfence}, {@code __threadfence_system}. */
  THREAD_FENCE
}
