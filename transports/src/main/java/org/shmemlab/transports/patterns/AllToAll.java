package org.shmemlab.transports.patterns;

import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.cost.stations.Issuing;
import org.shmemlab.transports.cost.stations.Pipeline;

/**
 * Plays an all-to-all: every PE puts the same number of bytes to every other PE, its right
 * neighbour first, by blocking puts, each after the one before, or by non-blocking puts and one
 * quiet.
 */
public final class AllToAll implements Pattern {
  private final int pes;
  private final long bytes;
  private final boolean chained;
  private final int[] next; // distance of the next target; pes + 1 after the quiet

  /**
   * One agent for each PE.
   *
   * @param bytes for each target
   * @param chained whether puts block
   */
  public AllToAll(int pes, long bytes, boolean chained) {
    this.pes = pes;
    this.bytes = bytes;
    this.chained = chained;
    this.next = new int[pes];
  }

  @Override
  public void start(Pipeline pipeline) {
    for (int pe = 0; pe < pes; pe++) {
      pipeline.place(pe, pe);
      pipeline.wake(pe, 0);
    }
  }

  @Override
  public void resume(Pipeline pipeline, int agent, long now) {
    int distance = ++next[agent];
    if (distance < pes) {
      int target = agent + distance < pes ? agent + distance : agent + distance - pes;
      int flags = chained ? Issuing.BLOCKING : 0;
      pipeline.issue(agent, now, TransferKind.PUT, target, bytes, CallScope.BLOCK, flags, 0);
    } else if (distance == pes && !chained) {
      pipeline.quiet(agent, now);
    }
  }

  /** Whether every PE has put to every other one, and its quiet has returned. */
  public boolean finished() {
    for (int distance : next) {
      if (distance < (chained ? pes : pes + 1)) {
        return false;
      }
    }
    return true;
  }
}
