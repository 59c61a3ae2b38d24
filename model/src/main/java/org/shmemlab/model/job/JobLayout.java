package org.shmemlab.model.job;

import com.google.common.primitives.ImmutableIntArray;
import java.util.stream.IntStream;

/**
 * Places the PEs of a job: those that share a node, and those that reach each other's memory by
 * loads and stores. The other channels of operations are up to the network's model.
 *
 * @param pes number of PEs, 1 to {@link #MAX_PES}
 * @param pesPerNode PEs on each node: consecutive numbers
 * @param pesPerDomain PEs that map each other's memory: consecutive numbers; 1 where none does, and
 *     more than a node has where NVLink leaves it
 */
public record JobLayout(int pes, int pesPerNode, int pesPerDomain) {

  /** Largest job. */
  public static final int MAX_PES = 1 << 20;

  public JobLayout {
    if (pes < 1 || pes > MAX_PES) {
      throw new IllegalArgumentException("a job has 1 to " + MAX_PES + " PEs, not " + pes);
    }
    if (pesPerNode < 1) {
      throw new IllegalArgumentException("a node has at least 1 PE, not " + pesPerNode);
    }
    if (pesPerDomain < 1) {
      throw new IllegalArgumentException("a PE maps at least its own memory");
    }
  }

  /** Nodes whose PEs map each other's memory, and no other's. */
  public static JobLayout ofNodes(int pes, int pesPerNode) {
    return new JobLayout(pes, pesPerNode, pesPerNode);
  }

  /** The first PEs alone. */
  public JobLayout part(int count) {
    return new JobLayout(count, pesPerNode, pesPerDomain);
  }

  /** The node of a PE. */
  public int node(int pe) {
    return pe / pesPerNode;
  }

  /** Number of nodes. */
  public int nodes() {
    return node(pes - 1) + 1;
  }

  /** The PEs of a node. */
  public ImmutableIntArray nodeMembers(int node) {
    return members(node, pesPerNode);
  }

  /** The domain of a PE. */
  public int domain(int pe) {
    return pe / pesPerDomain;
  }

  /** Number of domains. */
  public int domains() {
    return domain(pes - 1) + 1;
  }

  /** The PEs of a domain. */
  public ImmutableIntArray domainMembers(int domain) {
    return members(domain, pesPerDomain);
  }

  /** Whether a PE reaches another's memory by loads and stores; its own always. */
  public boolean maps(int pe, int target) {
    return domain(pe) == domain(target);
  }

  private ImmutableIntArray members(int group, int size) {
    int first = group * size;
    return ImmutableIntArray.copyOf(
        IntStream.range(first, (int) Math.min((long) first + size, pes)));
  }
}
