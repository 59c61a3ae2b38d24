package org.shmemlab.transports.patterns;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.math.LongMath;
import com.google.common.primitives.ImmutableDoubleArray;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Wires;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Topology;

/**
 * How long NCCL's all-reduce takes by the cost model with which NCCL itself chooses between its
 * algorithms and protocols: a latency of the launch, one for each step, and bytes / bandwidth
 * (docs/reference/network.md, section 5.6). No message is simulated; the bandwidths are those of
 * the platform's paths.
 */
public record NcclAllreduce(Algorithm algorithm, Protocol protocol) {
  /** Every choice. */
  public static final ImmutableList<NcclAllreduce> ALL =
      Arrays.stream(Algorithm.values())
          .flatMap(algorithm ->
              Arrays.stream(Protocol.values()).map(how -> new NcclAllreduce(algorithm, how)))
          .collect(ImmutableList.toImmutableList());

  /** The way on which sums are made. */
  public enum Algorithm {
    /** Parts go round twice. */
    RING,
    /** Up a tree and down again, along a chain inside a node. */
    TREE
  }

  /** How a receiver finds out that data are there. */
  public enum Protocol {
    /** A flag of 4 bytes with each 4 bytes of data. */
    LL(6.6, 6.8),
    /** A flag of 8 bytes with each 120 bytes of data. */
    LL128(14.0, 14.0),
    /** A counter after a chunk. */
    SIMPLE(8.4, 8.4);

    private final double ring; // microseconds before the first step
    private final double tree;

    Protocol(double ring, double tree) {
      this.ring = ring;
      this.tree = tree;
    }
  }

  /** The hardware that a step crosses, with its microseconds by protocol. */
  private enum Hardware {
    NVLINK(ImmutableDoubleArray.of(0.6, 1.9, 3.4), ImmutableDoubleArray.of(0.6, 1.25, 4.0)),
    PCI(ImmutableDoubleArray.of(1.0, 2.5, 5.7), ImmutableDoubleArray.of(1.0, 1.9, 4.0)),
    NET(ImmutableDoubleArray.of(2.7, 4.0, 14.0), ImmutableDoubleArray.of(5.0, 8.5, 14.0));

    private final ImmutableDoubleArray ring;
    private final ImmutableDoubleArray tree;

    Hardware(ImmutableDoubleArray ring, ImmutableDoubleArray tree) {
      this.ring = ring;
      this.tree = tree;
    }

    double step(Algorithm algorithm, Protocol protocol) {
      return (algorithm == Algorithm.RING ? ring : tree).get(protocol.ordinal());
    }
  }

  /** Posting to the network, microseconds: a step of a ring over nodes takes no less. */
  private static final double POSTING = 1.0;

  private static final double SIMPLE_POSTS = 3;

  /** Most bus bandwidth of LL inside a node, GB/s: Hopper; Blackwell has twice as much. */
  private static final double LL_INSIDE = 141;

  /** The same over two nodes, and over more, with processors of Intel and others than AMD. */
  private static final double LL_TWO_NODES = 39;

  private static final double LL_NODES = 20.4;

  private static final double LL_SHARE = 0.5;
  private static final double LL_TREE_SHARE = 1 / 3.8;
  private static final double LL128_SHARE = 0.92;
  private static final double LL128_TREE_SHARE = 7.0 / 9;
  private static final double LL128_TREE_SHARE_NODES = 120.0 / 128;
  private static final double TREE_SHARE = 0.92;

  /** A ring of chunks over nodes stalls: by how much its latency grows. */
  private static final double PLATEAU = 1.4;

  private static final int PLATEAU_BYTES = 64; // of a PE and channel
  private static final int CHANNELS = 16; // NCCL searches for them; 16 to 32 on these machines

  private static final Splitter SPACES = Splitter.on(' ');

  /**
   * The remaining share of a tree's bandwidth, in tenths, by protocol and power of two from 64
   * bytes.
   */
  private static final ImmutableList<String> TREE_TENTHS =
      ImmutableList.of(
          "10 10 10 10 9 8 7 7 7 7 6 5 4 4 5 6 7 8 9 10 10 10 10",
          "10 10 10 10 10 9 8 8 8 7 6 6 6 6 6 6 8 9 9 9 9 10 10",
          "9 9 9 9 9 9 9 8 7 6 6 5 5 5 5 6 7 8 7 7 8 9 9");

  /** How commands call it. */
  public String key() {
    return ("nccl-" + algorithm + "-" + protocol).toLowerCase(Locale.ROOT);
  }

  /** The one of a name. */
  public static Optional<NcclAllreduce> named(String key) {
    return ALL.stream().filter(one -> one.key().equals(key)).findFirst();
  }

  /**
   * The one that NCCL takes: that with the shortest time; LL128 only where NVLink joins the PEs of
   * a node.
   */
  public static NcclAllreduce fastest(Fleet fleet, long bytes) {
    boolean nvlink = inside(fleet) == Hardware.NVLINK;
    return ALL.stream()
        .filter(one -> nvlink || one.protocol != Protocol.LL128)
        .min(Comparator.comparingDouble(one -> one.microseconds(fleet, bytes)))
        .orElseThrow();
  }

  /**
   * Why NCCL's model says nothing about a fleet, if so: its latencies are those of InfiniBand and
   * RoCE.
   */
  public static Optional<String> reason(Fleet fleet) {
    Optional<PathKind> network = fleet.routes().transport().network();
    boolean plugin = network.filter(NcclAllreduce::needsPlugin).isPresent();
    return fleet.layout().domains() > 1 && plugin
        ? Optional.of(
            "NCCL takes its latency over " + network.orElseThrow().key() + " from a plug-in")
        : Optional.empty();
  }

  private static boolean needsPlugin(PathKind network) {
    return network == PathKind.EFA || network == PathKind.CXI;
  }

  /**
   * The time in which data go round a ring inside a node by the fastest protocol, microseconds
   * (tuning.cc, broadcast and all-gather).
   *
   * @param steps whose latencies add up
   * @param bytes that every PE sends on in all of them
   */
  static double ring(Fleet fleet, int steps, long bytes) {
    return Arrays.stream(Protocol.values())
        .filter(protocol -> inside(fleet) == Hardware.NVLINK || protocol != Protocol.LL128)
        .map(protocol -> new NcclAllreduce(Algorithm.RING, protocol))
        .mapToDouble(ring ->
            ring.protocol.ring
                + steps * inside(fleet).step(Algorithm.RING, ring.protocol)
                + bytes / (1e3 * ring.busGigabytes(fleet, 1)))
        .min()
        .orElseThrow();
  }

  /** The time for so many bytes of each PE, microseconds. */
  public double microseconds(Fleet fleet, long bytes) {
    int pes = fleet.pes();
    int nodes = fleet.layout().domains();
    double latency = latency(fleet, pes, nodes);
    double bus = busGigabytes(fleet, nodes);
    double bandwidth = algorithm == Algorithm.RING ? bus * pes / (2 * (pes - 1)) : bus / 2;
    if (algorithm == Algorithm.TREE) {
      bandwidth *= correction(bytes);
    } else if (protocol == Protocol.SIMPLE
        && nodes > 1
        && bytes / ((long) CHANNELS * pes) >= PLATEAU_BYTES) {
      latency *= PLATEAU;
    }
    return latency + bytes / (1e3 * bandwidth);
  }

  private double latency(Fleet fleet, int pes, int nodes) {
    double near = inside(fleet).step(algorithm, protocol);
    Algorithm across = pes == nodes ? Algorithm.TREE : algorithm; // nothing hides it then
    double far = Hardware.NET.step(across, protocol);
    if (algorithm == Algorithm.TREE) {
      int levels = LongMath.log2(nodes, RoundingMode.FLOOR);
      return protocol.tree + 2 * ((pes / nodes - 1) * near + levels * far);
    }
    if (nodes > 1) {
      near = Math.max(near, protocol == Protocol.SIMPLE ? SIMPLE_POSTS * POSTING : POSTING);
    }
    int over = 2 * (nodes - 1);
    return protocol.ring + (2 * (pes - 1) - over) * near + over * far;
  }

  // The rate of every PE to the next one, GB/s.
  private double busGigabytes(Fleet fleet, int nodes) {
    double bus = nodes == 1 ? fleet.local().putRate() : Math.min(near(fleet), cards(fleet, nodes));
    bus /= 1e9;
    double low = nodes == 1 ? inside(model(fleet)) : nodes == 2 ? LL_TWO_NODES : LL_NODES;
    if (algorithm == Algorithm.RING) {
      return switch (protocol) {
        case LL -> Math.min(low, bus * LL_SHARE);
        case LL128 -> bus * LL128_SHARE;
        case SIMPLE -> bus;
      };
    }
    bus *= TREE_SHARE;
    return switch (protocol) {
      case LL -> Math.min(bus * LL_TREE_SHARE, low);
      case LL128 -> bus * (nodes == 1 ? LL128_TREE_SHARE : LL128_TREE_SHARE_NODES);
      case SIMPLE -> bus;
    };
  }

  private static double inside(String model) {
    return model.contains("B200") || model.contains("B300") ? 2 * LL_INSIDE : LL_INSIDE;
  }

  private static double near(Fleet fleet) {
    return fleet.pes() == fleet.layout().domains()
        ? Double.POSITIVE_INFINITY
        : fleet.local().putRate();
  }

  // Rings of different channels leave a node through different NICs, all that its GPUs are near
  // to.
  private static double cards(Fleet fleet, int nodes) {
    Topology topology = wires(fleet).topology();
    int each = Math.max(1, fleet.pes() / nodes);
    long used =
        IntStream.range(0, each)
            .flatMap(pe -> {
              int gpu = wires(fleet).gpu(pe);
              int first = topology.node(gpu) * fleet.nicsPerNode();
              return topology.nics(gpu).stream().map(nic -> first + nic);
            })
            .distinct()
            .count();
    return used * fleet.remote().putRate();
  }

  private double correction(long bytes) {
    int power = bytes < 64 ? -1 : LongMath.log2(bytes / 64, RoundingMode.FLOOR);
    List<String> tenths = SPACES.splitToList(TREE_TENTHS.get(protocol.ordinal()));
    return power < 0 || power >= tenths.size() ? 1 : Double.parseDouble(tenths.get(power)) / 10;
  }

  private static Hardware inside(Fleet fleet) {
    return fleet.routes().transport().peer().filter(kind -> kind == PathKind.PCIE).isPresent()
        ? Hardware.PCI
        : Hardware.NVLINK;
  }

  private static String model(Fleet fleet) {
    return wires(fleet).topology().platform().gpu().model();
  }

  private static Wires wires(Fleet fleet) {
    Wires wires = fleet.wires();
    if (wires == null) {
      throw new IllegalArgumentException("NCCL's model needs a platform");
    }
    return wires;
  }
}
