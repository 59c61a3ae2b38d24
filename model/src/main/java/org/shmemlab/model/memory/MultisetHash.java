package org.shmemlab.model.memory;

/** A number that stands for parts in no order, each of which may be there more than once. */
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
