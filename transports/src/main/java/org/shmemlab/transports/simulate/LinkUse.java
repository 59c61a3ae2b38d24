package org.shmemlab.transports.simulate;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Wires;
import org.shmemlab.transports.platform.PlatformLink;

/**
 * Holds the traffic of a link of the topology in a run.
 *
 * @param link its number in the topology
 * @param name what and where: "nvlink out, gpu 3"
 * @param bytes of all operations whose data went over it
 * @param share of the run's time that it needs for so many bytes at its full rate
 */
public record LinkUse(int link, String name, long bytes, double share) {
  private static final double PICOSECONDS_PER_SECOND = 1e12;

  /**
   * The links that carried something, by number.
   *
   * @param picoseconds that the run took
   */
  public static ImmutableList<LinkUse> of(Fleet fleet, List<Message> messages, long picoseconds) {
    Wires wires = fleet.wires();
    if (wires == null) {
      return ImmutableList.of();
    }
    Map<Integer, Long> bytes = new TreeMap<>();
    for (Message message : messages) {
      boolean back = message.kind().returns();
      int from = back ? message.to() : message.from();
      int to = back ? message.from() : message.to();
      fleet.spread(from, to, message.bytes(), (link, share) -> bytes.merge(link, share, Long::sum));
    }
    ImmutableList.Builder<LinkUse> uses = ImmutableList.builder();
    bytes.forEach((number, sum) -> {
      PlatformLink link = wires.topology().link(number);
      double needed = sum / link.bytesPerSecond() * PICOSECONDS_PER_SECOND;
      uses.add(new LinkUse(number, link.name(), sum, needed / Math.max(1, picoseconds)));
    });
    return uses.build();
  }
}
