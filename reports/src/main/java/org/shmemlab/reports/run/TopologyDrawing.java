package org.shmemlab.reports.run;

import com.google.common.primitives.ImmutableIntArray;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.shmemlab.reports.page.PageBlock;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Wires;
import org.shmemlab.transports.platform.Node;
import org.shmemlab.transports.platform.Topology;
import org.shmemlab.transports.simulate.LinkUse;

/** Nodes with their GPUs and NICs, and how much each link carried. */
final class TopologyDrawing {
  private static final int MOST_NODES = 8;
  private static final double GPU = 74;
  private static final double GAP = 10;
  private static final double LABELS = 66;
  private static final double NODE = 292;
  private static final double LINK = 26;

  private final Svg svg = new Svg();
  private final Topology topology;
  private final Map<String, LinkUse> uses = new HashMap<>(); // looked up only
  private final double most;

  private TopologyDrawing(Topology topology, List<LinkUse> links) {
    this.topology = topology;
    links.forEach(use -> uses.put(use.name(), use));
    this.most = links.stream().mapToDouble(LinkUse::share).max().orElse(0);
  }

  /** The drawing for a fleet with links, of which some carried something. */
  static PageBlock of(Fleet fleet, Wires wires, List<LinkUse> links) {
    TopologyDrawing drawing = new TopologyDrawing(wires.topology(), links);
    int nodes = 1 + drawing.topology.node(wires.gpu(fleet.pes() - 1));
    int shown = Math.min(nodes, MOST_NODES);
    for (int node = 0; node < shown; node++) {
      drawing.node(node, fleet, wires);
    }
    Node node = drawing.topology.platform().node();
    int wide = Math.max(node.gpus().count(), node.nics());
    String limit = nodes > shown ? "; the first " + shown + " of " + nodes + " nodes" : "";
    return new PageBlock.Picture(
        "topology",
        "Links of the machine: the redder, the longer each was busy; the reddest "
            + RunWords.percent(drawing.most)
            + " of the time; of two side by side, the left one leads away from the GPU, the right"
            + " one towards it"
            + limit,
        "Nodes with GPUs and network cards. The table below has the numbers.",
        drawing.svg.drawing(LABELS + wide * (GPU + GAP) + GAP, shown * (NODE + GAP) + 4));
  }

  private void node(int node, Fleet fleet, Wires wires) {
    Node parts = topology.platform().node();
    int gpus = parts.gpus().count();
    int nics = parts.nics();
    double top = node * (NODE + GAP) + 2;
    double right = LABELS + Math.max(gpus, nics) * (GPU + GAP);
    svg.box("box", 1, top, right + GAP - 2, NODE);
    svg.text("", 10, top + 18, "Node " + node);
    double y = top + 28;
    boolean nvlink = parts.nvlink() instanceof Node.NvLink.Switched;
    if (nvlink) {
      svg.box("box", LABELS, y, gpus * (GPU + GAP) - GAP, 22);
      svg.text("middle quiet", LABELS + gpus * (GPU + GAP) / 2, y + 15, "NVSwitch");
      svg.text("quiet", 10, y + 44, "NVLink");
    }
    for (int i = 0; i < gpus; i++) {
      int gpu = node * gpus + i;
      double x = LABELS + i * (GPU + GAP);
      if (nvlink) {
        pair(x, y + 24, "nvlink out, gpu " + gpu, "nvlink in, gpu " + gpu);
      }
      svg.box("box", x, y + 26 + LINK, GPU, 36);
      svg.text("middle", x + GPU / 2, y + 41 + LINK, "GPU " + i);
      svg.text("middle quiet", x + GPU / 2, y + 56 + LINK, pe(gpu, fleet, wires));
      pair(x, y + 64 + LINK, "bus up, gpu " + gpu, "bus down, gpu " + gpu);
    }
    double bus = y + 66 + 2 * LINK;
    svg.text("quiet", 10, bus - 10, "bus");
    svg.box("box", LABELS, bus, right - LABELS - GAP, 22);
    svg.text("middle quiet", (LABELS + right) / 2, bus + 15, "PCIe or host");
    for (int nic = 0; nic < nics; nic++) {
      double x = LABELS + nic * (GPU + GAP);
      String name = nic + " of node " + node;
      pair(x, bus + 24, "bus to nic " + name, "bus from nic " + name);
      svg.box("box", x, bus + 26 + LINK, GPU, 24);
      svg.text("middle", x + GPU / 2, bus + 42 + LINK, "NIC " + nic);
      pair(x, bus + 52 + LINK, "nic " + name + " transmit", "nic " + name + " receive");
    }
    svg.text("quiet", 10, bus + 74 + LINK, "network");
  }

  private static String pe(int gpu, Fleet fleet, Wires wires) {
    ImmutableIntArray pes =
        ImmutableIntArray.copyOf(
            IntStream.range(0, fleet.pes()).filter(pe -> wires.gpu(pe) == gpu));
    return pes.isEmpty() ? "idle" : "PE " + pes.get(0);
  }

  // One direction next to the other.
  private void pair(double x, double y, String out, String in) {
    link(x + GPU / 2 - 16, y, out);
    link(x + GPU / 2 + 2, y, in);
  }

  private void link(double x, double y, String name) {
    LinkUse use = uses.get(name);
    double share = use == null ? 0 : use.share();
    String said = use == null ? "nothing" : RunWords.bytes(use.bytes());
    svg.heat(
        most == 0 ? 0 : share / most,
        name + ": " + said + ", " + RunWords.percent(share) + " of the time",
        x,
        y,
        14,
        LINK - 2);
  }
}
