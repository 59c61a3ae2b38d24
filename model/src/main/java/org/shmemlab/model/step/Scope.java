package org.shmemlab.model.step;

import org.shmemlab.model.program.Reach;

/**
 * The threads to whose atomics an atomic of a thread is atomic (PTX ISA, "Memory Consistency
 * Model", section "Scope").
 *
 * @param reach which of them, seen from the thread
 * @param pe the thread's PE
 * @param grid the thread's grid, or -1 for a thread of the host
 * @param block the thread's block in the grid
 */
public record Scope(Reach reach, int pe, int grid, int block) {
  /** Whether each of two threads is in the scope of the other. */
  public boolean meets(Scope other) {
    return has(other) && other.has(this);
  }

  private boolean has(Scope other) {
    return switch (reach) {
      case SYSTEM -> true;
      case DEVICE -> pe == other.pe && ofHost() == other.ofHost();
      case BLOCK -> pe == other.pe && grid == other.grid && block == other.block;
    };
  }

  private boolean ofHost() {
    return grid < 0;
  }
}
