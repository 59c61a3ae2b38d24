package org.shmemlab.transports.traffic;

import org.shmemlab.transports.platform.Gpu;

/**
 * Where a workload runs, as far as what it sends depends on it.
 *
 * @param pes number of PEs
 * @param perNode PEs of each node but perhaps the last
 * @param gpu what each PE drives
 */
public record Placement(int pes, int perNode, Gpu gpu) {
  /** Number of nodes. */
  public int nodes() {
    return (pes + perNode - 1) / perNode;
  }

  /** The node of a PE. */
  public int node(int pe) {
    return pe / perNode;
  }

  /** The first PE of a node; of one beyond the last, the number of PEs. */
  public int first(int node) {
    return Math.min(node * perNode, pes);
  }

  /** The PE of a node whose number there is that of another PE on its own node. */
  public int partner(int pe, int node) {
    return node * perNode + pe % perNode;
  }
}
