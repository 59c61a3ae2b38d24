package org.shmemlab.transports.traffic;

import java.util.Arrays;

/** Bytes by sender and receiver: a table of the pairs that there are, which may be few of many. */
final class PairBytes {
  private static final long FREE = -1;

  /** Receives each pair. */
  @FunctionalInterface
  interface Reader {
    void read(int from, int to, long bytes);
  }

  private long[] keys = new long[1 << 10];
  private long[] sums = new long[1 << 10];
  private int used;

  PairBytes() {
    Arrays.fill(keys, FREE);
  }

  void add(int from, int to, long bytes) {
    long key = (long) from << Integer.SIZE | to;
    int at = place(key);
    if (keys[at] == FREE) {
      if (++used > keys.length / 2) {
        grow();
        at = place(key);
      }
      keys[at] = key;
    }
    sums[at] += bytes;
  }

  /** Every pair, in an order that follows from what was added. */
  void each(Reader reader) {
    for (int i = 0; i < keys.length; i++) {
      if (keys[i] != FREE) {
        reader.read((int) (keys[i] >>> Integer.SIZE), (int) keys[i], sums[i]);
      }
    }
  }

  private int place(long key) {
    int mask = keys.length - 1;
    // The highest bits of the product are the best mixed ones (Knuth, TAOCP 3, section 6.4).
    int at = (int) ((key * 0x9E3779B97F4A7C15L) >>> Long.numberOfLeadingZeros(mask));
    while (keys[at] != FREE && keys[at] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldKeys = keys;
    long[] oldSums = sums;
    keys = new long[2 * oldKeys.length];
    sums = new long[keys.length];
    Arrays.fill(keys, FREE);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != FREE) {
        int at = place(oldKeys[i]);
        keys[at] = oldKeys[i];
        sums[at] = oldSums[i];
      }
    }
  }
}
