package org.shmemlab.transports.patterns;

import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.cost.stations.Pipeline;

/**
 * Plays puts between pairs: every PE of the first half puts to the PE of its number in the second
 * half, again and again, and waits for all of it at the end.
 */
public final class Pairs implements Pattern {
  private final int half;
  private final long bytes;
  private final int rounds;
  private final int[] done; // calls of each PE, its quiet among them
  private long end;

  /**
   * One agent for each PE of the first half.
   *
   * @param pes an even number
   * @param bytes of each put
   * @param rounds puts of each PE
   */
  public Pairs(int pes, long bytes, int rounds) {
    if (pes < 2 || pes % 2 != 0) {
      throw new IllegalArgumentException("pairs need an even number of PEs, not " + pes);
    }
    this.half = pes / 2;
    this.bytes = bytes;
    this.rounds = rounds;
    this.done = new int[half];
  }

  /** The rate of all pairs of a fleet together, bytes per second. */
  public static double rate(Fleet fleet, long bytes, int rounds) {
    Pairs pairs = new Pairs(fleet.pes(), bytes, rounds);
    Pattern.run(fleet, pairs);
    return (double) pairs.half * rounds * bytes / (pairs.end / 1e12);
  }

  @Override
  public void start(Pipeline pipeline) {
    for (int pe = 0; pe < half; pe++) {
      pipeline.place(pe, pe);
      pipeline.wake(pe, 0);
    }
  }

  @Override
  public void resume(Pipeline pipeline, int pe, long now) {
    int call = done[pe]++;
    if (call < rounds) {
      pipeline.issue(pe, now, TransferKind.PUT, pe + half, bytes, CallScope.BLOCK, 0, 0);
    } else if (call == rounds) {
      pipeline.quiet(pe, now);
    } else {
      end = Math.max(end, now);
    }
  }
}
