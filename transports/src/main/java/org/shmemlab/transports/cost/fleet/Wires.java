package org.shmemlab.transports.cost.fleet;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableDoubleArray;
import com.google.common.primitives.ImmutableIntArray;
import org.shmemlab.transports.network.Link;
import org.shmemlab.transports.network.NetworkEngines;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Topology;
import org.shmemlab.transports.rules.Routes;

/**
 * Holds the links that large messages cross, and the engine that shares them out.
 *
 * @param topology a GPU for each PE, and perhaps more
 * @param routes where the PEs are, and which path leads from one to another
 * @param engine one of {@link NetworkEngines#names()}
 */
public record Wires(Topology topology, Routes routes, String engine) {

  /** The same links, shared out by another engine. */
  public Wires over(String other) {
    return new Wires(topology, routes, other);
  }

  /**
   * The same links, some of them slower.
   *
   * @param times how many times as long each takes for a byte, by its number; empty for none
   */
  Wires slower(ImmutableDoubleArray times) {
    return times.isEmpty() ? this : new Wires(topology.slower(times), routes, engine);
  }

  /**
   * All links by their number. Their latencies are 0: that of the path and its switches covers
   * small messages as well, so the stations add it.
   */
  public ImmutableList<Link> links() {
    ImmutableList.Builder<Link> links = ImmutableList.builder();
    for (int i = 0; i < topology.links(); i++) {
      links.add(new Link(topology.link(i).bytesPerSecond(), 0));
    }
    return links.build();
  }

  /**
   * The links from one PE's GPU to another's.
   *
   * @param nicOut the NIC of the first, where the path leads through NICs; of any node
   * @param nicIn the NIC of the second
   */
  public ImmutableIntArray route(int source, int target, int nicOut, int nicIn) {
    PathKind path = routes.path(source, target).orElse(null);
    if (path == null) {
      return ImmutableIntArray.of(); // its own memory
    }
    int from = gpu(source);
    int to = gpu(target);
    int nics = topology.platform().node().nics();
    return path.isRemote()
        ? topology.through(from, to, nicOut % nics, nicIn % nics)
        : topology.route(from, to, path, 0).links();
  }

  /** The GPU that a PE drives; nodes may have more of them than PEs. */
  public int gpu(int pe) {
    int perNode = routes.layout().pesPerNode();
    return routes.layout().node(pe) * topology.platform().node().gpus().count() + pe % perNode;
  }
}
