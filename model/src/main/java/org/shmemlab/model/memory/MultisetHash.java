package org.shmemlab.model.memory;

/** Hashes a multiset of parts: their order does not count, their number does. */
public final class MultisetHash {
  private long sum;

  /** Adds a part. */
  public void add(long part) {
    sum += StructuralHash.mix(part);
  }

  /** Equal for the same parts, and different for others, most likely. */
  public long hash() {
    return sum;
  }
}
