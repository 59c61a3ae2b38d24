package org.shmemlab.model.program;

/**
 * A block of a kernel's threads, or the threads of a host, which count as one.
 *
 * @param pe their PE
 * @param grid their grid, or -1 for a host
 * @param block the block's number in the grid, or -1 for a host
 */
public record ThreadBlock(int pe, int grid, int block) {
  /** The place of no thread. */
  public static final ThreadBlock NONE = new ThreadBlock(-1, -1, -1);

  /**
   * The least scope that holds both threads of this block and of another (PTX ISA, "Memory
   * Consistency Model", section "Scope"): a GPU and its own host have only the system in common.
   */
  public ThreadScope distance(ThreadBlock other) {
    if (equals(other)) {
      return ThreadScope.BLOCK;
    }
    return pe == other.pe && grid >= 0 && other.grid >= 0 ? ThreadScope.DEVICE : ThreadScope.SYSTEM;
  }
}
