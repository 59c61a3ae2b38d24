package org.shmemlab.transports.platform;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import org.shmemlab.transports.platform.Node.NvLink;

/**
 * Numbers a cluster's GPUs, node by node, and the links between them. PE p drives GPU p.
 *
 * <p>Links are numbered from 0, so that a network engine can keep arrays of them.
 */
public final class Topology {
  private final Platform platform;
  private final int nodes;
  private final int perNode;
  private final int nics;
  private final int sockets;
  private final ImmutableList<ImmutableIntArray> nicsOfGpu;
  private final LinkTable links;
  private final ImmutableDoubleArray slowness; // by link, or empty where none is slow
  private final int nvlinkOut;
  private final int nvlinkIn;
  private final int busUp;
  private final int busDown;
  private final int nicFromHost;
  private final int nicToHost;
  private final int transmit;
  private final int receive;
  private final int between;
  private final int switchLinks; // the first one of those between switches, which are last
  private final Switches switches;

  Topology(Platform platform, int nodes) {
    this(platform, nodes, ImmutableDoubleArray.of());
  }

  private Topology(Platform platform, int nodes, ImmutableDoubleArray slowness) {
    this.platform = platform;
    this.slowness = slowness;
    this.links = new LinkTable();
    this.nodes = nodes;
    Node node = platform.node();
    perNode = node.gpus().count();
    nics = node.nics();
    sockets = 1 + node.roots().stream().mapToInt(Node.Root::socket).max().orElse(0);
    nicsOfGpu = NicMapping.of(node);

    int gpus = Math.multiplyExact(nodes, perNode);
    int allNics = Math.multiplyExact(nodes, nics);
    switch (node.nvlink()) {
      case NvLink.Switched s -> {
        double port = s.port().bytesPerSecond();
        nvlinkOut = links.add(gpus, port, 0, i -> "nvlink out, gpu " + i);
        nvlinkIn = links.add(gpus, port, 0, i -> "nvlink in, gpu " + i);
      }
      case NvLink.Mesh m -> {
        double pair = m.pair().bytesPerSecond();
        nvlinkOut = links.add(Math.multiplyExact(gpus, perNode), pair, 0, this::pairName);
        nvlinkIn = -1;
      }
      case null -> {
        nvlinkOut = -1;
        nvlinkIn = -1;
      }
    }
    Node.Bus bus = node.bus();
    double gpuBus = bus.bandwidth().bytesPerSecond();
    busUp = links.add(gpus, gpuBus, 0, i -> "bus up, gpu " + i);
    busDown = links.add(gpus, gpuBus, 0, i -> "bus down, gpu " + i);
    double nicBus = bus.nic().bytesPerSecond();
    nicFromHost = links.add(allNics, nicBus, 0, i -> "bus to nic " + nicName(i));
    nicToHost = links.add(allNics, nicBus, 0, i -> "bus from nic " + nicName(i));
    double port = node.nic().bandwidth().bytesPerSecond();
    transmit = links.add(allNics, port, 0, i -> "nic " + nicName(i) + " transmit");
    receive = links.add(allNics, port, 0, i -> "nic " + nicName(i) + " receive");
    between =
        links.add(
            nodes * sockets * sockets,
            bus.socket().bytesPerSecond(),
            bus.crossing().picoseconds(),
            this::socketName);
    switchLinks = links.size();
    switches = Switches.of(platform, nodes, links);
  }

  public Platform platform() {
    return platform;
  }

  public int nodes() {
    return nodes;
  }

  /** Number of GPUs of all nodes. */
  public int gpus() {
    return nodes * perNode;
  }

  /** The node of a GPU. */
  public int node(int gpu) {
    return gpu / perNode;
  }

  /** Number of links; they have the numbers 0 to one less. */
  public int links() {
    return links.size();
  }

  /** The link of this number. */
  public PlatformLink link(int number) {
    PlatformLink link = links.get(number);
    return slowness.isEmpty()
        ? link
        : new PlatformLink(
            link.name(), link.bytesPerSecond() / slowness.get(number), link.picoseconds());
  }

  /** Whether a link lies between switches of the network. */
  public boolean isBetweenSwitches(int number) {
    return number >= switchLinks;
  }

  /**
   * The same links, some of them slower.
   *
   * @param times how many times as long each takes for a byte, by its number
   */
  public Topology slower(ImmutableDoubleArray times) {
    checkArgument(times.length() == links(), "%s of %s links", times.length(), links());
    return new Topology(platform, nodes, times);
  }

  /** The link out of a NIC to its switch, or into it from there. */
  public int port(int node, int nic, boolean out) {
    return (out ? transmit : receive) + node * nics + nic;
  }

  /** Numbers, within its node, of the NICs that a GPU uses, the first one at the front. */
  public ImmutableIntArray nics(int gpu) {
    return nicsOfGpu.get(gpu % perNode);
  }

  /**
   * The links from one GPU to another; none for a GPU and itself.
   *
   * @param kind which kind of path to go
   * @param channel which of the NICs to use where a GPU has several, counted from 0 and around;
   *     both ends use the same one, so that traffic stays on its rail
   * @throws IllegalArgumentException if that kind of path does not lead there
   */
  public Route route(int from, int to, PathKind kind, int channel) {
    checkArgument(from >= 0 && from < gpus(), "no gpu %s of %s", from, gpus());
    checkArgument(to >= 0 && to < gpus(), "no gpu %s of %s", to, gpus());
    ImmutableIntArray.Builder way = ImmutableIntArray.builder();
    if (kind.isRemote()) {
      way.addAll(through(from, to, nic(from, channel), nic(to, channel)));
    } else if (from != to) {
      if (kind == PathKind.NVLINK) {
        checkArgument(joined(from, to), "no nvlink between gpu %s and gpu %s", from, to);
        overNvlink(from, to, way);
      } else {
        checkArgument(node(from) == node(to), "pcie does not leave the node of gpu %s", from);
        way.add(busUp + from);
        cross(node(from), gpuSocket(from), gpuSocket(to), way);
        way.add(busDown + to);
      }
    }
    return new Route(kind, way.build());
  }

  private boolean joined(int from, int to) {
    NvLink nvlink = platform.node().nvlink();
    return nvlink != null && node(from) / nvlink.nodes() == node(to) / nvlink.nodes();
  }

  private void overNvlink(int from, int to, ImmutableIntArray.Builder way) {
    if (nvlinkIn < 0) {
      way.add(nvlinkOut + from * perNode + to % perNode);
    } else {
      way.add(nvlinkOut + from).add(nvlinkIn + to);
    }
  }

  /**
   * The links from one GPU to another through two NICs.
   *
   * @param nicA number, within the node, of the NIC that sends
   * @param nicB of the one that receives
   */
  public ImmutableIntArray through(int from, int to, int nicA, int nicB) {
    ImmutableIntArray.Builder way = ImmutableIntArray.builder();
    int nodeA = node(from);
    int nodeB = node(to);
    way.add(busUp + from);
    cross(nodeA, gpuSocket(from), nicSocket(nicA), way);
    way.add(nicFromHost + nodeA * nics + nicA).add(transmit + nodeA * nics + nicA);
    switches.append(nodeA, nicA, nodeB, nicB, way);
    way.add(receive + nodeB * nics + nicB).add(nicToHost + nodeB * nics + nicB);
    cross(nodeB, nicSocket(nicB), gpuSocket(to), way);
    return way.add(busDown + to).build();
  }

  private int nic(int gpu, int channel) {
    ImmutableIntArray own = nics(gpu);
    return own.get(Math.floorMod(channel, own.length()));
  }

  private void cross(int node, int socketA, int socketB, ImmutableIntArray.Builder way) {
    if (socketA != socketB) {
      way.add(between + (node * sockets + socketA) * sockets + socketB);
    }
  }

  private int gpuSocket(int gpu) {
    return NicMapping.root(platform.node(), gpu % perNode, true).socket();
  }

  private int nicSocket(int nic) {
    return NicMapping.root(platform.node(), nic, false).socket();
  }

  private String nicName(int i) {
    return i % nics + " of node " + i / nics;
  }

  private String pairName(int i) {
    int from = i / perNode;
    return "nvlink, gpu " + from + " to gpu " + (from / perNode * perNode + i % perNode);
  }

  private String socketName(int i) {
    int pair = i % (sockets * sockets);
    String sockets2 = "socket " + pair / sockets + " to socket " + pair % sockets;
    return sockets2 + " of node " + i / (sockets * sockets);
  }
}
