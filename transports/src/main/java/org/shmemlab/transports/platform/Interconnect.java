package org.shmemlab.transports.platform;

import static org.shmemlab.transports.platform.Dimension.COUNT;
import static org.shmemlab.transports.platform.Dimension.RATIO;
import static org.shmemlab.transports.platform.Dimension.TIME;

/**
 * Connects NICs of different nodes. All links from a switch upwards count as one whose bandwidth is
 * their sum: traffic is taken to be spread evenly, as adaptive routing does.
 */
public sealed interface Interconnect {
  /** The latency that each switch beyond the first adds to a path. */
  Quantity hop();

  /**
   * NIC i of every node hangs on a leaf of rail i; spines connect leaves and rails.
   *
   * @param hop latency of a switch
   * @param nodesPerLeaf nodes that share a leaf of each rail
   * @param oversubscription bandwidth into a leaf from below, divided by that above
   */
  record Rails(
      @In(TIME) Quantity hop,
      @In(COUNT) Quantity nodesPerLeaf,
      @In(RATIO) Quantity oversubscription)
      implements Interconnect {}

  /**
   * All NICs of a node hang on one leaf; spines connect the leaves.
   *
   * @param hop latency of a switch
   * @param nodesPerLeaf nodes that share a leaf
   * @param oversubscription bandwidth into a leaf from below, divided by that above
   */
  record FatTree(
      @In(TIME) Quantity hop,
      @In(COUNT) Quantity nodesPerLeaf,
      @In(RATIO) Quantity oversubscription)
      implements Interconnect {}

  /**
   * Groups of switches: all switches of a group are connected, and all groups.
   *
   * @param hop latency of a switch
   * @param nodesPerSwitch nodes whose NICs all hang on one switch
   * @param switchesPerGroup switches of a group
   * @param localTaper bandwidth between one switch and the rest of its group, divided by that of
   *     its NICs
   * @param globalTaper bandwidth between one group and all others, divided by that of its NICs
   */
  record Dragonfly(
      @In(TIME) Quantity hop,
      @In(COUNT) Quantity nodesPerSwitch,
      @In(COUNT) Quantity switchesPerGroup,
      @In(RATIO) Quantity localTaper,
      @In(RATIO) Quantity globalTaper)
      implements Interconnect {}
}
