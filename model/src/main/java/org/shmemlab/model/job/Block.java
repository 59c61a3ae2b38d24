package org.shmemlab.model.job;

import org.shmemlab.model.memory.ObjectTable;

/** Holds the state of a thread block that is resident on its GPU. */
public final class Block {
  public final int index;
  public final int[] threads; // agent numbers by thread rank; -1 once a thread has ended
  public int live;
  public final ObjectTable shared;

  public Block(int index, int threads, ObjectTable shared) {
    this.index = index;
    this.threads = new int[threads];
    this.live = threads;
    this.shared = shared;
  }

  private Block(Block other) {
    this.index = other.index;
    this.threads = other.threads.clone();
    this.live = other.live;
    this.shared = other.shared.copy();
  }

  Block copy() {
    return new Block(this);
  }

  /** Lanes of a warp whose threads have not ended, as a bit mask. */
  public long liveLanes(int warp) {
    long mask = 0;
    int first = 32 * warp;
    for (int lane = 0; lane < 32 && first + lane < threads.length; lane++) {
      if (threads[first + lane] >= 0) {
        mask |= 1L << lane;
      }
    }
    return mask;
  }
}
