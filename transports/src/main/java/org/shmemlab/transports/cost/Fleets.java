package org.shmemlab.transports.cost;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.transports.cost.PathParameters.Initiator;
import org.shmemlab.transports.network.NetworkEngines;
import org.shmemlab.transports.platform.Cluster;
import org.shmemlab.transports.platform.CollectiveCosts;
import org.shmemlab.transports.platform.Gpu;
import org.shmemlab.transports.platform.HostCosts;
import org.shmemlab.transports.platform.Network;
import org.shmemlab.transports.platform.NicMapping;
import org.shmemlab.transports.platform.Node;
import org.shmemlab.transports.platform.PathCosts;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.platform.Quantity;

/** What a platform's numbers are to the stations. */
public final class Fleets {
  private Fleets() {}

  /**
   * PEs on the GPUs of a platform, one on each.
   *
   * @param pesPerNode PEs on each node, at most its GPUs
   * @param remote what carries operations between NVLink domains
   * @throws IllegalArgumentException if the platform does not have that path; the message names
   *     those that it has
   */
  public static Fleet on(Platform platform, int pes, int pesPerNode, PathKind remote) {
    Node node = platform.node();
    Node.NvLink nvlink = node.nvlink();
    PathKind near =
        nvlink != null && platform.paths().containsKey(PathKind.NVLINK)
            ? PathKind.NVLINK
            : PathKind.PCIE;
    boolean stores = platform.paths().containsKey(near);
    int domain = near == PathKind.NVLINK && nvlink != null ? nvlink.nodes() : 1;
    PathParameters far = path(platform, remote);
    if (pesPerNode > node.gpus().count()) {
      throw new IllegalArgumentException(
          "a node of "
              + platform.name()
              + " has "
              + node.gpus().count()
              + " GPUs, not "
              + pesPerNode);
    }
    int perDomain = stores ? pesPerNode * domain : 1;
    int nics = stores ? node.nics() * domain : 1;
    ImmutableList<ImmutableIntArray> nearest = NicMapping.of(node);
    return new Fleet(
        pes,
        perDomain,
        Math.max(1, nics),
        ImmutableIntArray.copyOf(
            IntStream.range(0, perDomain)
                .map(pe ->
                    nics < 2
                        ? 0
                        : pe / pesPerNode * node.nics() + nearest.get(pe % pesPerNode).get(0))),
        stores ? path(platform, near) : far,
        far,
        gpu(platform),
        crossRail(platform.network()),
        1,
        hops(platform.network(), pesPerNode),
        CollectiveSettings.DEFAULT,
        new Wires(
            new Cluster(platform, (pes + pesPerNode - 1) / pesPerNode).forPes(pes),
            pesPerNode,
            remote,
            NetworkEngines.EMBEDDED));
  }

  /** The path that serves nodes without a choice: the first one through a network card. */
  public static @Nullable PathKind usualRemote(Platform platform) {
    for (PathKind kind : platform.paths().keySet()) {
      if (kind.isRemote()) {
        return kind;
      }
    }
    return null;
  }

  private static PathParameters path(Platform platform, PathKind kind) {
    PathCosts costs = platform.path(kind);
    Node.Nic nic = platform.node().nic();
    long gap = kind.isRemote() ? gap(nic.messageRate().perSecond()) : 0;
    double perSm =
        costs.bandwidth().perSm() == null
            ? costs.bandwidth().put().bytesPerSecond()
            : costs.bandwidth().perSm().bytesPerSecond();
    long latency = costs.latency().picoseconds();
    PathCosts.Queues queues = costs.queues();
    return new PathParameters(
        !kind.isRemote()
            ? Initiator.STORES
            : kind.isProxied() ? Initiator.PROXY : Initiator.QUEUE_PAIRS,
        issue(costs.issue()),
        ScopeRates.ofBlock(perSm),
        kind.isRemote() ? ScopeRates.UNLIMITED : ScopeRates.ofRoundTrip(2 * latency),
        costs.bandwidth().put().bytesPerSecond(),
        costs.bandwidth().get().bytesPerSecond(),
        latency,
        platform.network().hop().picoseconds(),
        latency,
        gap,
        kind.isRemote() ? gap(nic.duplexRate().perSecond()) : gap,
        kind.isRemote() ? connections(nic) : ConnectionLaw.NONE,
        queues == null || kind.isProxied()
            ? QueuePairs.NONE
            : new QueuePairs(
                queues.count().count(),
                true,
                queues.depth().count(),
                gap(queues.rate().perSecond()),
                0,
                queues.batch().count(),
                QueuePairs.Choice.BY_BLOCK),
        proxy(costs),
        costs.amo().latency().picoseconds(),
        kind.isProxied(),
        !kind.isRemote() || kind == PathKind.CXI || kind == PathKind.VERBS || kind == PathKind.UCX,
        kind == PathKind.IBGDA
                || kind == PathKind.CXI
                || kind == PathKind.VERBS
                || kind == PathKind.EFA
            ? PathParameters.Fence.DRAINS
            : PathParameters.Fence.PASSES,
        platform.host().systemFence().picoseconds(),
        costs.quiet().base().picoseconds(),
        costs.quiet().perQueue().picoseconds(),
        queues == null ? 0 : queues.count().count());
  }

  private static IssueCosts issue(PathCosts.Issue costs) {
    Quantity get = costs.get() == null ? costs.cycles() : costs.get();
    Quantity word = costs.word() == null ? costs.cycles() : costs.word();
    long base = costs.base().picoseconds();
    return new IssueCosts(
        new IssueCost(costs.cycles().cycles(), base),
        new IssueCost(get.cycles(), base),
        new IssueCost(word.cycles(), base));
  }

  private static Proxy proxy(PathCosts costs) {
    PathCosts.Proxy proxy = costs.proxy();
    if (proxy == null) {
      return Proxy.NONE;
    }
    long cold = gap(proxy.cold().perSecond());
    return new Proxy(
        proxy.workers().count(),
        cold,
        gap(proxy.warm().perSecond()),
        proxy.batch().count(),
        Math.max(0, proxy.latency().picoseconds() - cold),
        Math.toIntExact(proxy.ring().bytes()));
  }

  private static ConnectionLaw connections(Node.Nic nic) {
    Node.Connections law = nic.connections();
    return law == null
        ? ConnectionLaw.NONE
        : new ConnectionLaw(
            law.onset().count(), law.exponent().ratio(), Math.toIntExact(law.payload().bytes()));
  }

  private static GpuParameters gpu(Platform platform) {
    Gpu gpu = platform.gpu();
    HostCosts host = platform.host();
    double clock = gpu.clock().hertz();
    long blockSync = Math.round(gpu.blockSync().cycles() * 1e12 / clock);
    return new GpuParameters(
        clock,
        gpu.sms().count(),
        Math.round(gpu.instruction().cycles() * 1e12 / clock),
        host.instruction().picoseconds(),
        host.launch().picoseconds(),
        host.streamGap().picoseconds(),
        host.gridSync().picoseconds(),
        blockSync,
        host.systemFence().picoseconds(),
        gpu.poll() == null ? blockSync : gpu.poll().picoseconds(),
        picoseconds(host.copy(), host.streamGap().picoseconds()),
        picoseconds(host.synchronise(), 0),
        memory(gpu, host),
        loops(gpu, host),
        gpu.collectives() == null ? MeetingCosts.NONE : meetings(gpu.collectives()));
  }

  private static MeetingCosts meetings(CollectiveCosts costs) {
    return new MeetingCosts(
        costs.call().picoseconds(),
        costs.group().picoseconds(),
        costs.thread().picoseconds(),
        costs.drain().picoseconds(),
        costs.flags().picoseconds(),
        costs.reduction().picoseconds(),
        costs.reductionThread().picoseconds(),
        costs.reductionAlone().picoseconds());
  }

  private static MemoryCosts memory(Gpu gpu, HostCosts host) {
    double clock = gpu.clock().hertz();
    long instruction = cycles(gpu.instruction(), clock, 0);
    return new MemoryCosts(
        cycles(gpu.nearLoad(), clock, instruction),
        cycles(gpu.nearAtomic(), clock, instruction),
        cycles(gpu.deviceFence(), clock, host.systemFence().picoseconds()));
  }

  // What nobody measured costs nothing, or what its nearest relative costs.
  private static LoopCosts loops(Gpu gpu, HostCosts host) {
    long launch = picoseconds(host.timedLaunch(), host.launch().picoseconds());
    return new LoopCosts(
        launch,
        picoseconds(host.jointLaunch(), launch),
        picoseconds(host.firstCall(), 0),
        picoseconds(gpu.gridMeeting(), host.gridSync().picoseconds()),
        cycles(gpu.storeFence(), gpu.clock().hertz(), 0),
        picoseconds(gpu.atomicFence(), 0));
  }

  private static long picoseconds(@Nullable Quantity quantity, long otherwise) {
    return quantity == null ? otherwise : quantity.picoseconds();
  }

  private static long cycles(@Nullable Quantity quantity, double clock, long otherwise) {
    return quantity == null ? otherwise : Math.round(quantity.cycles() * 1e12 / clock);
  }

  // From one rail to another, up to a spine and down again.
  private static long crossRail(Network network) {
    return network instanceof Network.Rails ? 2 * network.hop().picoseconds() : 0;
  }

  private static Fleet.Hops hops(Network network, int gpus) {
    return switch (network) {
      case Network.Rails rails -> leaves(gpus, rails.nodesPerLeaf().count());
      case Network.FatTree tree -> leaves(gpus, tree.nodesPerLeaf().count());
      case Network.Dragonfly fly -> {
        int perSwitch = gpus * fly.nodesPerSwitch().count();
        int perGroup = perSwitch * fly.switchesPerGroup().count();
        yield (a, b) -> a / perSwitch == b / perSwitch ? 0 : a / perGroup == b / perGroup ? 1 : 2;
      }
    };
  }

  private static Fleet.Hops leaves(int gpus, int nodes) {
    int below = gpus * nodes;
    return (a, b) -> a / below == b / below ? 0 : 2;
  }

  private static long gap(double perSecond) {
    return Math.round(1e12 / perSecond);
  }
}
