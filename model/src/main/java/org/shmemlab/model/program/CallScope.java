package org.shmemlab.model.program;

/** Who executes one call together: a thread, the threads of a warp, or those of a block. */
public enum CallScope {
  THREAD,
  WARP,
  BLOCK
}
