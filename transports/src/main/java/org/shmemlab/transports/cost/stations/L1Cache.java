package org.shmemlab.transports.cost.stations;

/**
 * Models the cache of an SM, which answers a word that its threads fetched from a peer before,
 * until one of them passes a fence (results/README.md, "A wait for a signal leaves old data in the
 * cache").
 */
public final class L1Cache {
  /** A buffer that stays in it from one pass to the next. */
  public static final int BYTES = 64 << 10;

  /** A buffer of which nothing is left in it after a pass. */
  private static final int LARGER_BYTES = 4 * BYTES;

  /** The bytes that it fetches from the other GPU at once. */
  public static final int SECTOR = 32;

  /** A word of each thread: 68 ns of 256, 118 ns of 1,024 threads on H200s. */
  private static final long WORD_PS = 62_000;

  private static final long THREAD_PS = 55;

  /**
   * The end of a loop over fetched words, and a warp of which some threads have none to fetch
   * (results h200-x2-perftest-2, g_latency, fitted rows).
   */
  private static final long LOOP_END_PS = 35_000;

  private static final int WARP_BYTES = 32 * Integer.BYTES;

  private L1Cache() {}

  /** The share of a buffer that a pass over it leaves for the next pass. */
  public static double kept(long bytes) {
    double beyond = Math.log((double) bytes / BYTES) / Math.log((double) LARGER_BYTES / BYTES);
    return Math.clamp(1 - beyond, 0, 1);
  }

  /**
   * The time of a pass of so many threads over words of 4 bytes that are all there, picoseconds.
   */
  public static long passPs(long bytes, int threads) {
    long rounds = (bytes / Integer.BYTES + threads - 1) / threads;
    return rounds * hitPs(threads) + (bytes < WARP_BYTES && threads > 1 ? 2 : 1) * LOOP_END_PS;
  }

  /** The time for a word of each of so many threads, picoseconds. */
  public static long hitPs(int threads) {
    return WORD_PS + threads * THREAD_PS;
  }
}
