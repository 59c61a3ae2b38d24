package org.shmemlab.transports.cost.fleet;

import com.google.common.primitives.ImmutableIntArray;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.JobLayout;
import org.shmemlab.transports.cost.parameters.CollectiveSettings;
import org.shmemlab.transports.cost.parameters.GpuParameters;
import org.shmemlab.transports.cost.parameters.PathParameters;
import org.shmemlab.transports.rules.Routes;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;

/**
 * The PEs of a job and what it costs them to reach each other.
 *
 * @param routes where they are, and what their operations travel on
 * @param nicsPerNode NICs of a node
 * @param cards which of them each PE of a node uses
 * @param local path between PEs that map each other's memory
 * @param remote path through NICs
 * @param gpu what every PE drives
 * @param crossRailPs added latency where the two NICs have different positions in their nodes
 * @param crossRailShare what is left of the rate there, above 0 and at most 1
 * @param hops how many switches beyond the first lie between two PEs of different nodes
 * @param collectives what the environment says about collectives
 * @param wires the links that large messages share, or null where every message, however large, has
 *     a port or NIC for itself until it is sent
 * @param condition of GPUs and NICs
 */
public record Fleet(
    Routes routes,
    int nicsPerNode,
    NicAssignment cards,
    PathParameters local,
    PathParameters remote,
    GpuParameters gpu,
    long crossRailPs,
    double crossRailShare,
    Hops hops,
    CollectiveSettings collectives,
    @Nullable Wires wires,
    MachineCondition condition) {

  /** Counts the switches between two PEs, beyond the first. */
  @FunctionalInterface
  public interface Hops {
    int between(int source, int target);
  }

  /** PEs whose GPUs and NICs are as the platform says. */
  public Fleet(
      Routes routes,
      int nicsPerNode,
      NicAssignment cards,
      PathParameters local,
      PathParameters remote,
      GpuParameters gpu,
      long crossRailPs,
      double crossRailShare,
      Hops hops,
      CollectiveSettings collectives,
      @Nullable Wires wires) {
    this(
        routes,
        nicsPerNode,
        cards,
        local,
        remote,
        gpu,
        crossRailPs,
        crossRailShare,
        hops,
        collectives,
        wires,
        MachineCondition.USUAL);
  }

  public Fleet {
    if (nicsPerNode < 1) {
      throw new IllegalArgumentException("a node has at least one network card");
    }
    if (crossRailPs < 0 || !(crossRailShare > 0 && crossRailShare <= 1)) {
      throw new IllegalArgumentException("a share of a rate is above 0 and at most 1");
    }
    if (cards.pes() != routes.layout().pesPerNode()
        || !cards.numbers().stream().allMatch(n -> n >= 0 && n < nicsPerNode)) {
      throw new IllegalArgumentException("each PE of a node uses some of the node's cards");
    }
  }

  /** PEs whose nodes are connected to one switch, each with NVLink and as many NICs as PEs. */
  public static Fleet of(
      int pes, int pesPerNode, PathParameters local, PathParameters remote, GpuParameters gpu) {
    Transport transport = Transport.of("nvlink+ibgda", Settings.DEFAULT);
    return new Fleet(
        new Routes(transport, transport.layout(pes, pesPerNode, 1)),
        pesPerNode,
        NicAssignment.one(ImmutableIntArray.copyOf(IntStream.range(0, pesPerNode))),
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
    return with(routes.part(count), cards, remote, collectives, wires, condition);
  }

  /** The same PEs, whose large messages another engine lets share the links. */
  public Fleet over(String engine) {
    return with(
        routes, cards, remote, collectives, wires == null ? null : wires.over(engine), condition);
  }

  /** The same PEs, each with so many queue pairs towards every other node's PEs. */
  public Fleet withQueues(int count) {
    return with(routes, cards, remote.withQueues(count), collectives, wires, condition);
  }

  /** The same PEs and links, used otherwise. */
  Fleet with(NicAssignment nics, PathParameters network, CollectiveSettings settings) {
    return with(routes, nics, network, settings, wires, condition);
  }

  /** The same PEs, whose GPUs, NICs and links are so. */
  public Fleet in(MachineCondition other, Wires links) {
    return with(routes, cards, remote, collectives, links, other);
  }

  private Fleet with(
      Routes others,
      NicAssignment nics,
      PathParameters network,
      CollectiveSettings settings,
      @Nullable Wires links,
      MachineCondition other) {
    return new Fleet(
        others,
        nicsPerNode,
        nics,
        local,
        network,
        gpu,
        crossRailPs,
        crossRailShare,
        hops,
        settings,
        links,
        other);
  }

  /** Where the PEs are. */
  public JobLayout layout() {
    return routes.layout();
  }

  /** Number of PEs. */
  public int pes() {
    return layout().pes();
  }

  /** Whether two PEs map each other's memory. */
  public boolean near(int source, int target) {
    return layout().maps(source, target);
  }

  /** How long the GPU of a PE takes for what usually takes so long, picoseconds. */
  public long on(int pe, long ps) {
    return condition.on(pe, ps);
  }

  /** The NIC that each PE of a node uses first, counted from 0. */
  public ImmutableIntArray nicOf() {
    return cards.first();
  }

  /** The NIC that a PE uses first, counted over all nodes. */
  public int nic(int pe) {
    return nic(pe, 0);
  }

  /** A PE's NIC by its index, counted over all nodes. */
  public int nic(int pe, int turn) {
    int node = layout().node(pe);
    NicAssignment own =
        condition.cards().isEmpty() ? cards : condition.cards().getOrDefault(node, cards);
    return node * nicsPerNode + own.at(pe % layout().pesPerNode(), turn);
  }

  /** Receives the number of bytes that cross a link. */
  @FunctionalInterface
  public interface LinkBytes {
    void add(int link, long bytes);
  }

  /**
   * The links that bytes from one PE to another cross, those of its NICs evenly; nothing where the
   * fleet has no {@link #wires()}.
   */
  public void spread(int source, int target, long bytes, LinkBytes links) {
    if (wires == null) {
      return;
    }
    int ways = near(source, target) ? 1 : cards.each();
    for (int turn = 0; turn < ways; turn++) {
      long share = bytes / ways + (turn < bytes % ways ? 1 : 0);
      wires
          .route(source, target, nic(source, turn), nic(target, turn))
          .forEach(link -> links.add(link, share));
    }
  }

  /** Number of NICs. */
  public int nics() {
    return layout().nodes() * nicsPerNode;
  }

  /**
   * The path that a quiet of any PE has to wait for: the worst of the job
   * (docs/reference/nvshmem.md, section 3.1).
   */
  public PathParameters worst() {
    return routes.useNetwork() ? remote : local;
  }
}
