package org.shmemlab.model.machine;

import com.google.common.primitives.ImmutableLongArray;

/**
 * Work queued on a stream.
 *
 * <p>{@code sequence} numbers the tasks of a PE in the order the host issued them.
 */
sealed interface Task {
  long sequence();

  /** Call a function on the stream's own agent. */
  record Call(long sequence, int function, ImmutableLongArray arguments) implements Task {}

  /** Run a grid to its end. */
  record Launch(
      long sequence,
      Grid.Shape shape,
      ImmutableLongArray arguments,
      ImmutableLongArray parameterObjects)
      implements Task {}
}
