package org.shmemlab.plan.trace;

import com.google.common.collect.ImmutableList;

/**
 * Holds the operations of PEs, which depend on each other. {@link TraceBuilder} has checked that
 * all of it can end.
 *
 * @param name of the file, without its folder
 * @param hash SHA-256 of what was read, hexadecimal
 * @param ops of each PE, in the order of the file
 */
public record Trace(String name, String hash, ImmutableList<ImmutableList<Op>> ops) {
  /** Number of PEs. */
  public int pes() {
    return ops.size();
  }
}
