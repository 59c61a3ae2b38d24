package org.shmemlab.transports.cost.fleet;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.JobLayout;
import org.shmemlab.transports.cost.parameters.CollectiveSettings;
import org.shmemlab.transports.cost.parameters.ConnectionLaw;
import org.shmemlab.transports.cost.parameters.GpuParameters;
import org.shmemlab.transports.cost.parameters.IssueCost;
import org.shmemlab.transports.cost.parameters.IssueCosts;
import org.shmemlab.transports.cost.parameters.LoopCosts;
import org.shmemlab.transports.cost.parameters.MeetingCosts;
import org.shmemlab.transports.cost.parameters.MemoryCosts;
import org.shmemlab.transports.cost.parameters.PathParameters;
import org.shmemlab.transports.cost.parameters.PathParameters.Initiator;
import org.shmemlab.transports.cost.parameters.Proxy;
import org.shmemlab.transports.cost.parameters.QueuePairs;
import org.shmemlab.transports.cost.parameters.ScopeRates;
import org.shmemlab.transports.impair.Impairments;
import org.shmemlab.transports.network.NetworkEngines;
import org.shmemlab.transports.platform.Cluster;
import org.shmemlab.transports.platform.CollectiveCosts;
import org.shmemlab.transports.platform.Gpu;
import org.shmemlab.transports.platform.HostCosts;
import org.shmemlab.transports.platform.Interconnect;
import org.shmemlab.transports.platform.NicMapping;
import org.shmemlab.transports.platform.Node;
import org.shmemlab.transports.platform.PathCosts;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.platform.Quantity;
import org.shmemlab.transports.rules.BadTransport;
import org.shmemlab.transports.rules.EnvironmentVariable;
import org.shmemlab.transports.rules.NvshmemVersion;
import org.shmemlab.transports.rules.Routes;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;

/** Converts a platform's numbers for the stations. */
public final class Fleets {
  private Fleets() {}

  /**
   * How PEs on a platform reach each other, by the name of a transport: a network alone is what
   * carries operations where loads and stores do not lead, and without a name it is the platform's
   * first.
   *
   * @throws BadTransport if there is none of this name, or the settings contradict it
   */
  public static Transport transport(Platform platform, @Nullable String name, Settings settings) {
    Optional<PathKind> peer =
        settings.has(EnvironmentVariable.DISABLE_P2P) ? Optional.empty() : peer(platform);
    Optional<String> network = Optional.ofNullable(name);
    if (name == null) {
      network =
          platform.paths().keySet().stream()
              .filter(PathKind::isRemote)
              .findFirst()
              .map(PathKind::key);
    } else if (!Transport.isNetwork(name)) {
      return Transport.of(name, settings);
    }
    String both =
        Stream.concat(peer.map(PathKind::key).stream(), network.stream())
            .collect(Collectors.joining("+"));
    return Transport.of(both, settings);
  }

  /** The paths of operations between PEs on the GPUs of a platform, one on each. */
  public static Routes routes(Platform platform, Transport transport, int pes, int pesPerNode) {
    Node.NvLink nvlink = platform.node().nvlink();
    JobLayout layout = transport.layout(pes, pesPerNode, nvlink == null ? 1 : nvlink.nodes());
    return new Routes(transport, layout);
  }

  // The path by which PEs of one node map each other's memory.
  private static Optional<PathKind> peer(Platform platform) {
    return Stream.of(PathKind.NVLINK, PathKind.PCIE)
        .filter(platform.paths()::containsKey)
        .findFirst();
  }

  /**
   * PEs on the GPUs of a platform, one on each, whose operations go by what the platform's GPUs
   * have, and beyond that by a network.
   *
   * @param pesPerNode PEs on each node, at most its GPUs
   * @throws IllegalArgumentException as {@link #on(Platform, Transport, int, int)}
   */
  public static Fleet on(Platform platform, int pes, int pesPerNode, PathKind network) {
    String name = network.isRemote() ? network.key() : null;
    return on(platform, transport(platform, name, Settings.DEFAULT), pes, pesPerNode);
  }

  /**
   * PEs on the GPUs of a platform, one on each.
   *
   * @param transport how they reach each other
   * @param pesPerNode PEs on each node, at most its GPUs
   * @throws IllegalArgumentException if a node has not so many GPUs, if the platform does not have
   *     a path of the transport, or if that does not lead from each PE to each; the message says
   *     what there is
   */
  public static Fleet on(Platform platform, Transport transport, int pes, int pesPerNode) {
    Node node = platform.node();
    if (pesPerNode > node.gpus().count()) {
      throw new IllegalArgumentException(
          "a node of "
              + platform.name()
              + " has "
              + node.gpus().count()
              + " GPUs, not "
              + pesPerNode);
    }
    Routes routes = routes(platform, transport, pes, pesPerNode);
    routes
        .gap()
        .ifPresent(gap -> {
          throw new IllegalArgumentException(gap);
        });
    // Its own memory a PE reaches by loads and stores in any case.
    Optional<PathParameters> near =
        transport.peer().or(() -> peer(platform)).map(kind -> path(platform, kind));
    Optional<PathParameters> far = transport.network().map(kind -> path(platform, kind));
    PathParameters remote = far.or(() -> near).orElseThrow();
    ImmutableList<ImmutableIntArray> nearest = NicMapping.of(node);
    int nics = Math.max(1, node.nics());
    return ConfiguredCosts.by(
        new Fleet(
            routes,
            nics,
            transport
                .network()
                .map(kind -> cards(platform, transport, kind, nearest.subList(0, pesPerNode)))
                .orElseGet(
                    () -> NicAssignment.of(nearest.subList(0, pesPerNode), 1, Long.MAX_VALUE)),
            near.orElse(remote),
            remote,
            gpu(platform),
            crossRail(platform.network()),
            1,
            hops(platform.network(), pesPerNode),
            CollectiveSettings.DEFAULT,
            new Wires(
                new Cluster(platform, routes.layout().nodes()).forPes(pes),
                routes,
                NetworkEngines.EMBEDDED)));
  }

  /**
   * PEs on the GPUs of a platform, one on each, some of which do less than it says.
   *
   * @throws IllegalArgumentException as {@link #on(Platform, Transport, int, int)}, or if something
   *     is impaired that these PEs do not use
   */
  public static Fleet on(
      Platform platform, Transport transport, int pes, int pesPerNode, Impairments impairments) {
    return ImpairedFleet.by(on(platform, transport, pes, pesPerNode), impairments);
  }

  // A library takes as many of a GPU's NICs as it was made for; libfabric of 3.8 all near ones, in
  // turns (libfabric.cpp, nvshmemt_libfabric_get_next_ep), up to a setting.
  private static NicAssignment cards(
      Platform platform,
      Transport transport,
      PathKind kind,
      ImmutableList<ImmutableIntArray> nearest) {
    if (kind.isLibfabric() && transport.version() == NvshmemVersion.V3_8) {
      int most = transport.settings().count(EnvironmentVariable.LIBFABRIC_MAX_NIC_PER_PE);
      return NicAssignment.of(nearest, Math.max(1, most), Long.MAX_VALUE);
    }
    PathCosts.Cards use = platform.path(kind).cards();
    if (use == null) {
      return NicAssignment.of(nearest, 1, Long.MAX_VALUE);
    }
    Quantity stripe = use.stripe();
    return NicAssignment.of(
        nearest, use.count().count(), stripe == null ? Long.MAX_VALUE : stripe.bytes());
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
        kind == PathKind.IBGDA || kind.isLibfabric()
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

  // A cost without a measurement is nothing, or that of its nearest relative.
  private static LoopCosts loops(Gpu gpu, HostCosts host) {
    long launch = picoseconds(host.timedLaunch(), host.launch().picoseconds());
    return new LoopCosts(
        launch,
        Math.max(0, launch - picoseconds(host.launchCall(), 0)),
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
  private static long crossRail(Interconnect network) {
    return network instanceof Interconnect.Rails ? 2 * network.hop().picoseconds() : 0;
  }

  private static Fleet.Hops hops(Interconnect network, int gpus) {
    return switch (network) {
      case Interconnect.Rails rails -> leaves(gpus, rails.nodesPerLeaf().count());
      case Interconnect.FatTree tree -> leaves(gpus, tree.nodesPerLeaf().count());
      case Interconnect.Dragonfly fly -> {
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
