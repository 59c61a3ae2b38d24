package org.shmemlab.transports.cost;

import com.google.common.primitives.ImmutableIntArray;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The PEs of a job and how they are connected.
 *
 * @param pes number of PEs, at least 1
 * @param pesPerNode PEs that reach each other by loads and stores; consecutive numbers
 * @param nicsPerNode network cards of a node
 * @param nicOf which of its node's cards each PE of a node uses, counted from 0
 * @param local path between PEs of one node
 * @param remote path between PEs of different nodes
 * @param gpu what every PE drives
 * @param crossRailPs added latency where the two cards have different positions in their nodes
 * @param crossRailShare what is left of the rate there, above 0 and at most 1
 * @param hops how many switches beyond the first lie between two PEs of different nodes
 * @param collectives what the environment says about collectives
 * @param wires the links that large messages share, or null where every message, however large, has
 *     a port or card for itself until it is sent
 */
public record Fleet(
    int pes,
    int pesPerNode,
    int nicsPerNode,
    ImmutableIntArray nicOf,
    PathParameters local,
    PathParameters remote,
    GpuParameters gpu,
    long crossRailPs,
    double crossRailShare,
    Hops hops,
    CollectiveSettings collectives,
    @Nullable Wires wires) {

  /** Counts the switches between two PEs, beyond the first. */
  @FunctionalInterface
  public interface Hops {
    int between(int source, int target);
  }

  public Fleet {
    if (pes < 1 || pesPerNode < 1 || nicsPerNode < 1) {
      throw new IllegalArgumentException("a fleet has PEs, nodes of PEs and network cards");
    }
    if (crossRailPs < 0 || !(crossRailShare > 0 && crossRailShare <= 1)) {
      throw new IllegalArgumentException("a share of a rate is above 0 and at most 1");
    }
    if (nicOf.length() != pesPerNode || !nicOf.stream().allMatch(n -> n >= 0 && n < nicsPerNode)) {
      throw new IllegalArgumentException("each PE of a node uses one of the node's cards");
    }
  }

  /** PEs whose nodes hang on one switch, each with as many cards as PEs. */
  public static Fleet of(
      int pes, int pesPerNode, PathParameters local, PathParameters remote, GpuParameters gpu) {
    return new Fleet(
        pes,
        pesPerNode,
        pesPerNode,
        ImmutableIntArray.copyOf(IntStream.range(0, pesPerNode)),
        local,
        remote,
        gpu,
        0,
        1,
        (_, _) -> 0,
        CollectiveSettings.DEFAULT,
        null);
  }

  /** The first PEs of this fleet. */
  public Fleet part(int count) {
    return with(count, nicOf, remote, collectives, wires);
  }

  /** The same PEs, whose large messages another engine lets share the links. */
  public Fleet over(String engine) {
    return with(pes, nicOf, remote, collectives, wires == null ? null : wires.over(engine));
  }

  /** The same PEs, each with so many queue pairs towards every other node's PEs. */
  public Fleet withQueues(int count) {
    return with(pes, nicOf, remote.withQueues(count), collectives, wires);
  }

  /** The same PEs and links, used otherwise. */
  Fleet with(ImmutableIntArray nics, PathParameters network, CollectiveSettings settings) {
    return with(pes, nics, network, settings, wires);
  }

  private Fleet with(
      int count,
      ImmutableIntArray nics,
      PathParameters network,
      CollectiveSettings settings,
      @Nullable Wires links) {
    return new Fleet(
        count,
        pesPerNode,
        nicsPerNode,
        nics,
        local,
        network,
        gpu,
        crossRailPs,
        crossRailShare,
        hops,
        settings,
        links);
  }

  /** Whether two PEs share a node. */
  public boolean near(int source, int target) {
    return source / pesPerNode == target / pesPerNode;
  }

  /** The network card of a PE, counted over all nodes. */
  public int nic(int pe) {
    return pe / pesPerNode * nicsPerNode + nicOf.get(pe % pesPerNode);
  }

  /** Number of network cards. */
  public int nics() {
    return (pes + pesPerNode - 1) / pesPerNode * nicsPerNode;
  }

  /** Whether some PEs reach each other only over the network. */
  public boolean hasRemote() {
    return pes > pesPerNode;
  }

  /**
   * What a quiet of any PE has to wait for: the worst path of the job decides
   * (docs/reference/nvshmem.md, section 3.1).
   */
  public PathParameters worst() {
    return hasRemote() ? remote : local;
  }
}
