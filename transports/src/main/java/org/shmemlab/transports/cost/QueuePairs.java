package org.shmemlab.transports.cost;

/**
 * The queue pairs that GPU threads of one PE write to (reference/nvshmem.md, 3.4).
 *
 * @param count configured: for each peer, or for all peers together where they are shared (DCI)
 * @param perPeer whether each peer has its own
 * @param depth requests that one holds until they are acknowledged
 * @param gapPs shortest time between two requests of one, picoseconds
 * @param doorbellPs what ringing the doorbell adds for the first request of a batch, picoseconds
 * @param batch requests that one doorbell announces at most
 */
public record QueuePairs(
    int count, boolean perPeer, int depth, long gapPs, long doorbellPs, int batch) {
  /** For paths without queue pairs of their own. */
  public static final QueuePairs NONE = new QueuePairs(1, true, Integer.MAX_VALUE, 0, 0, 1);

  public QueuePairs {
    if (count < 1 || depth < 1 || batch < 1 || gapPs < 0 || doorbellPs < 0) {
      throw new IllegalArgumentException(
          "queue pairs need a count, a depth and a batch of at least 1 and no negative time");
    }
  }

  /** Another number of the same queue pairs. */
  QueuePairs withCount(int other) {
    return new QueuePairs(other, perPeer, depth, gapPs, doorbellPs, batch);
  }
}
