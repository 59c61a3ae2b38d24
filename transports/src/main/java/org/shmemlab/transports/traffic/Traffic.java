package org.shmemlab.transports.traffic;

import com.google.common.collect.ImmutableSortedMap;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.shmemlab.transports.cost.parameters.TransferKind;

/**
 * Sums up the bytes between PEs, regardless of time.
 *
 * @param pairs by sender, receiver and kind of call
 */
public record Traffic(ImmutableSortedMap<Way, Sum> pairs) {
  /** A kind of call of one PE to another, or to itself. */
  public record Way(int from, int to, TransferKind kind) implements Comparable<Way> {
    private static final Comparator<Way> ORDER =
        Comparator.comparingInt(Way::from).thenComparingInt(Way::to).thenComparing(Way::kind);

    @Override
    public int compareTo(Way other) {
      return ORDER.compare(this, other);
    }
  }

  /** How many calls, and how many bytes they move together. */
  public record Sum(long messages, long bytes) {
    /** Both together. */
    public Sum and(Sum other) {
      return new Sum(messages + other.messages, bytes + other.bytes);
    }
  }

  /** Everything that a script sends. */
  public static Traffic of(TrafficScript script) {
    Map<Way, Sum> pairs = new TreeMap<>();
    for (int pe = 0; pe < script.pes(); pe++) {
      for (int agent = 0; agent < script.agents(); agent++) {
        int from = pe;
        script
            .steps(pe, agent)
            .forEachRemaining(step -> {
              if (step instanceof TrafficStep.Send send) {
                Way way = new Way(from, send.target(), send.kind());
                pairs.merge(way, new Sum(1, send.bytes()), Sum::and);
              }
            });
      }
    }
    return new Traffic(ImmutableSortedMap.copyOf(pairs));
  }

  /** All of it together. */
  public Sum total() {
    return pairs.values().stream().reduce(new Sum(0, 0), Sum::and);
  }
}
