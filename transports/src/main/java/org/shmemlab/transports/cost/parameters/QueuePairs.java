package org.shmemlab.transports.cost.parameters;

/**
 * The queue pairs that GPU threads of one PE write to (docs/reference/nvshmem.md, section 3.4).
 *
 * @param count configured: for each peer, or for all peers together where they are shared (DCI)
 * @param perPeer whether each peer has its own
 * @param depth requests that one holds until they are acknowledged
 * @param gapPs shortest time between two requests of one, picoseconds
 * @param doorbellPs what ringing the doorbell adds for the first request of a batch, picoseconds
 * @param batch requests that one doorbell announces at most
 * @param choice which of several an operation takes
 */
public record QueuePairs(
    int count, boolean perPeer, int depth, long gapPs, long doorbellPs, int batch, Choice choice) {
  /** Which of several queue pairs to one peer an operation takes. */
  public enum Choice {
    /** That of its issuer's block (IBGDA_RC_MAP_BY=cta, and sm; 3.4.5). */
    BY_BLOCK,
    /** That of its issuer's warp (IBGDA_RC_MAP_BY=warp). */
    BY_WARP,
    /** The next one, for every issuer (3.5). */
    NEXT;

    private static final int WARP_THREADS = 32;
    private static final int MOST_WARPS = 32; // of a block

    /** A number that all threads of one queue pair have in common. */
    public int lane(int block, int thread) {
      return this == BY_WARP ? block * MOST_WARPS + thread / WARP_THREADS : block;
    }
  }

  /** For paths without queue pairs of their own. */
  public static final QueuePairs NONE =
      new QueuePairs(1, true, Integer.MAX_VALUE, 0, 0, 1, Choice.BY_BLOCK);

  public QueuePairs {
    if (count < 1 || depth < 1 || batch < 1 || gapPs < 0 || doorbellPs < 0) {
      throw new IllegalArgumentException(
          "queue pairs need a count, a depth and a batch of at least 1 and no negative time");
    }
  }

  /** Another number of the same queue pairs. */
  QueuePairs withCount(int other) {
    return with(other, depth, batch, choice);
  }

  public QueuePairs with(int otherCount, int otherDepth, int otherBatch, Choice otherChoice) {
    return new QueuePairs(
        otherCount, perPeer, otherDepth, gapPs, doorbellPs, otherBatch, otherChoice);
  }
}
