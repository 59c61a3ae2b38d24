package org.shmemlab.model.machine;

/**
 * Work queued on a stream.
 *
 * <p>{@code sequence} numbers the tasks of a PE in the order the host issued them.
 */
sealed interface Task {
  long sequence();

  /** Call a function on the stream's own agent. */
  record Call(long sequence, int function, long[] arguments) implements Task {}

  /** Run a grid to its end. */
  record Launch(long sequence, Grid.Shape shape, long[] arguments, long[] parameterObjects)
      implements Task {}
}
