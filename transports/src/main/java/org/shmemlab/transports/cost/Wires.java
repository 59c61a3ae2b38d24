package org.shmemlab.transports.cost;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import org.shmemlab.transports.network.Link;
import org.shmemlab.transports.network.NetworkEngines;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Topology;

/**
 * The links that large messages cross, and who shares them out.
 *
 * @param topology a GPU for each PE, and perhaps more
 * @param pesPerNode PEs on each node, consecutive numbers
 * @param remote the kind of path where neither NVLink nor PCIe leads
 * @param engine one of {@link NetworkEngines#names()}
 */
public record Wires(Topology topology, int pesPerNode, PathKind remote, String engine) {

  /** The same links, shared out by another engine. */
  public Wires over(String other) {
    return new Wires(topology, pesPerNode, remote, other);
  }

  /**
   * All links by their number. Their latencies are 0: that of the path and its switches covers
   * small messages as well, so the stations add it.
   */
  ImmutableList<Link> links() {
    ImmutableList.Builder<Link> links = ImmutableList.builder();
    for (int i = 0; i < topology.links(); i++) {
      links.add(new Link(topology.link(i).bytesPerSecond(), 0));
    }
    return links.build();
  }

  /**
   * The links from one PE's GPU to another's.
   *
   * @param nicOut the card of the first, where the way leads through cards; of any node
   * @param nicIn the card of the second
   */
  ImmutableIntArray route(int source, int target, int nicOut, int nicIn) {
    int from = gpu(source);
    int to = gpu(target);
    int nics = topology.platform().node().nics();
    return topology.path(from, to, remote).isRemote()
        ? topology.through(from, to, nicOut % nics, nicIn % nics)
        : topology.route(from, to, topology.path(from, to, remote), 0).links();
  }

  private int gpu(int pe) {
    int perNode = topology.platform().node().gpus().count();
    return pe / pesPerNode * perNode + pe % pesPerNode;
  }
}
