package org.shmemlab.transports.platform;

import com.google.common.primitives.ImmutableIntArray;

/** Lists the links of a network between the NICs of a cluster. */
sealed interface Switches {
  /** Adds what lies between two NICs of different nodes, or of one node that go outside. */
  void append(int nodeA, int nicA, int nodeB, int nicB, ImmutableIntArray.Builder links);

  /** Adds the links of the platform's network for so many nodes to the table. */
  static Switches of(Platform platform, int nodes, LinkTable links) {
    int nics = platform.node().nics();
    double nic = platform.node().nic().bandwidth().bytesPerSecond();
    return switch (platform.network()) {
      case Interconnect.Rails r ->
          tree(nodes, r.nodesPerLeaf(), nics, nic / r.oversubscription().ratio(), r, links);
      case Interconnect.FatTree t ->
          tree(nodes, t.nodesPerLeaf(), 1, nics * nic / t.oversubscription().ratio(), t, links);
      case Interconnect.Dragonfly d -> Groups.of(d, nodes, nics * nic, links);
    };
  }

  private static Switches tree(
      int nodes,
      Quantity nodesPerLeaf,
      int rails,
      double perNode,
      Interconnect network,
      LinkTable links) {
    int leafNodes = nodesPerLeaf.count();
    int leaves = (nodes + leafNodes - 1) / leafNodes;
    long hop = network.hop().picoseconds();
    double bandwidth = perNode * leafNodes;
    String kind = rails == 1 ? "leaf " : "rail leaf ";
    int up = links.add(leaves * rails, bandwidth, hop, i -> kind + i + " up");
    int down = links.add(leaves * rails, bandwidth, hop, i -> kind + i + " down");
    return new Leaves(leafNodes, rails, up, down);
  }

  /** Leaves under spines; leaf l of rail r has number l × rails + r. */
  record Leaves(int nodesPerLeaf, int rails, int up, int down) implements Switches {
    @Override
    public void append(int nodeA, int nicA, int nodeB, int nicB, ImmutableIntArray.Builder links) {
      int a = leaf(nodeA, nicA);
      int b = leaf(nodeB, nicB);
      if (a != b) {
        links.add(up + a).add(down + b);
      }
    }

    private int leaf(int node, int nic) {
      return node / nodesPerLeaf * rails + nic % rails;
    }
  }

  /** Groups of a dragonfly. */
  record Groups(
      int nodesPerSwitch, int switchesPerGroup, int out, int in, int globalOut, int globalIn)
      implements Switches {

    // A switch costs latency where a message enters it; leaving the first one is part of the path.
    static Groups of(Interconnect.Dragonfly d, int nodes, double perNode, LinkTable links) {
      int nodesPerSwitch = d.nodesPerSwitch().count();
      int perGroup = d.switchesPerGroup().count();
      int switches = (nodes + nodesPerSwitch - 1) / nodesPerSwitch;
      int groups = (switches + perGroup - 1) / perGroup;
      long hop = d.hop().picoseconds();
      double local = perNode * nodesPerSwitch * d.localTaper().ratio();
      double global = perNode * nodesPerSwitch * perGroup * d.globalTaper().ratio();
      return new Groups(
          nodesPerSwitch,
          perGroup,
          links.add(switches, local, 0, i -> "switch " + i + " out"),
          links.add(switches, local, hop, i -> "switch " + i + " in"),
          links.add(groups, global, hop, i -> "group " + i + " out"),
          links.add(groups, global, hop, i -> "group " + i + " in"));
    }

    @Override
    public void append(int nodeA, int nicA, int nodeB, int nicB, ImmutableIntArray.Builder links) {
      int a = nodeA / nodesPerSwitch;
      int b = nodeB / nodesPerSwitch;
      if (a == b) {
        return;
      }
      links.add(out + a);
      int groupA = a / switchesPerGroup;
      int groupB = b / switchesPerGroup;
      if (groupA != groupB) {
        links.add(globalOut + groupA).add(globalIn + groupB);
      }
      links.add(in + b);
    }
  }
}
