package org.shmemlab.conformance.axiomatic;

/** Keeps a strict order between nodes 0, 1, …, always transitively closed. */
final class Relation {
  private final int nodes;
  private final int stride;
  private final long[] rows;

  Relation(int nodes) {
    this.nodes = nodes;
    this.stride = (nodes + Long.SIZE - 1) / Long.SIZE;
    this.rows = new long[nodes * stride];
  }

  Relation(Relation other) {
    this.nodes = other.nodes;
    this.stride = other.stride;
    this.rows = other.rows.clone();
  }

  boolean has(int before, int after) {
    return (rows[before * stride + (after >> 6)] >>> after & 1) != 0;
  }

  /** Adds a pair and what follows from it; false, and of no more use, if that is a cycle. */
  boolean add(int before, int after) {
    if (before == after || has(after, before)) {
      return false;
    }
    if (has(before, after)) {
      return true;
    }
    for (int node = 0; node < nodes; node++) {
      if (node == before || has(node, before)) {
        for (int k = 0; k < stride; k++) {
          rows[node * stride + k] |= rows[after * stride + k];
        }
        rows[node * stride + (after >> 6)] |= 1L << after;
      }
    }
    return true;
  }
}
