package org.shmemlab.transports.platform;

import org.jspecify.annotations.Nullable;

/**
 * A number of nodes of a platform.
 *
 * @param nodes how many, or null: as many as the PEs need
 */
public record Cluster(Platform platform, @Nullable Integer nodes) {
  /** Most nodes of a cluster. */
  public static final int MOST_NODES = 1 << 20;

  /**
   * The machine for this many PEs, one on each GPU.
   *
   * @throws IllegalArgumentException if the nodes have too few GPUs; the message says what to do
   */
  public Topology forPes(int pes) {
    int gpus = platform.node().gpus().count();
    int needed = (pes + gpus - 1) / gpus;
    if (nodes != null && nodes < needed) {
      throw new IllegalArgumentException(
          nodes
              + " nodes of "
              + platform.name()
              + " have "
              + nodes * (long) gpus
              + " GPUs for "
              + pes
              + " PEs; name "
              + platform.name()
              + ":"
              + needed);
    }
    return new Topology(platform, nodes == null ? needed : nodes);
  }
}
