package org.shmemlab.transports.simulate;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the operations of one PE on another's memory in a run.
 *
 * @param from issuer of the operations
 * @param to whose memory they are about
 * @param operations how many
 * @param bytes that they moved, in either direction
 */
public record PairTraffic(int from, int to, long operations, long bytes) {
  /** Every pair with an operation, in order of the PEs. */
  public static ImmutableList<PairTraffic> of(List<Message> messages) {
    Map<Long, PairTraffic> pairs = new TreeMap<>();
    for (Message message : messages) {
      pairs.merge(
          (long) message.from() << Integer.SIZE | message.to(),
          new PairTraffic(message.from(), message.to(), 1, message.bytes()),
          PairTraffic::plus);
    }
    return ImmutableList.copyOf(pairs.values());
  }

  private PairTraffic plus(PairTraffic other) {
    return new PairTraffic(from, to, operations + other.operations, bytes + other.bytes);
  }
}
