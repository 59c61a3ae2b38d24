package org.shmemlab.transports.traffic;

import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Wires;
import org.shmemlab.transports.cost.stations.Load;
import org.shmemlab.transports.platform.PlatformLink;

/** Finds the busiest of the links that lead from PE to PE. */
final class Links {
  private static final double PICOSECONDS = 1e12;

  private Links() {}

  /** The link that needs longest for its bytes at its full rate; the first of equals. */
  static Load busiest(Fleet fleet, PairBytes pairs) {
    Wires wires = fleet.wires();
    if (wires == null) {
      return new Load("", 0);
    }
    long[] bytes = new long[wires.topology().links()];
    pairs.each(
        (from, to, sum) -> fleet.spread(from, to, sum, (link, share) -> bytes[link] += share));
    Load busiest = new Load("", 0);
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] > 0) {
        PlatformLink link = wires.topology().link(i);
        long needed = Math.round(bytes[i] / link.bytesPerSecond() * PICOSECONDS);
        if (needed > busiest.busyPs()) {
          busiest = new Load(link.name(), needed);
        }
      }
    }
    return busiest;
  }
}
