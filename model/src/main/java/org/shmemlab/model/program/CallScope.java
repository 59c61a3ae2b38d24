package org.shmemlab.model.program;

/**
 * Lists the groups of threads that execute one call together: a thread, the threads of a warp, or
 * those of a block.
 */
public enum CallScope {
  THREAD,
  WARP,
  BLOCK
}
