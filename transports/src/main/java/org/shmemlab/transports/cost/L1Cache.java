package org.shmemlab.transports.cost;

/**
 * Models the cache of an SM, which answers a word that its threads fetched from a peer before,
 * until one of them passes a fence (results/README.md, "A wait for a signal leaves old data in the
 * cache").
 */
public final class L1Cache {
  /** The part that stays in it from one pass over a buffer to the next. */
  public static final int BYTES = 64 << 10;

  /** The bytes that it fetches from the other GPU at once. */
  public static final int SECTOR = 32;

  /** A word of each thread: 68 ns of 256, 118 ns of 1,024 threads on H200s. */
  private static final long WORD_PS = 62_000;

  private static final long THREAD_PS = 55;

  private L1Cache() {}

  /** The time for a word of each of so many threads, picoseconds. */
  public static long hitPs(int threads) {
    return WORD_PS + threads * THREAD_PS;
  }
}
