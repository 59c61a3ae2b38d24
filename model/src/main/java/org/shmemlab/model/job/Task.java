package org.shmemlab.model.job;

import com.google.common.primitives.ImmutableLongArray;

/**
 * Describes work queued on a stream.
 *
 * <p>{@code sequence} numbers the tasks of a PE in the order the host issued them; {@code keeper}
 * is the number of the agent that keeps the host's clock of that time.
 */
public sealed interface Task {
  long sequence();

  int keeper();

  /** Call a function on the stream's own agent. */
  record Call(long sequence, int keeper, int function, ImmutableLongArray arguments)
      implements Task {}

  /** Run a grid to its end. */
  record Launch(
      long sequence,
      int keeper,
      Grid.Shape shape,
      ImmutableLongArray arguments,
      ImmutableLongArray parameterObjects)
      implements Task {}
}
