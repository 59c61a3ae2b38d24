package org.shmemlab.plan.workload;

import com.google.common.collect.ImmutableList;
import java.util.stream.IntStream;
import org.shmemlab.transports.traffic.Placement;
import org.shmemlab.transports.traffic.TrafficScript;
import org.shmemlab.transports.traffic.TrafficStep;

/**
 * Plays a broadcast: the parameters of a network go from PE 0 to all others in chunks, and a PE
 * that has a chunk passes it on while the next one comes.
 */
final class Broadcast extends Described {
  private static final ImmutableList<WorkloadParameter> PARAMETERS =
      ImmutableList.of(
          WorkloadParameter.word(
              "algorithm",
              "chain: to the next PE; tree: to PEs 2i+1 and 2i+2; flat: PE 0 to all",
              "chain",
              "tree",
              "flat"),
          WorkloadParameter.whole("parameters", 500_000_000, 1, 1L << 42, "of the network"),
          WorkloadParameter.whole("value-bytes", 2, 1, 8, "of a parameter"),
          WorkloadParameter.whole("chunk", 4 << 20, 1, 1L << 40, "bytes that travel together"),
          WorkloadParameter.whole("blocks", 4, 1, 64, "of a PE that send side by side"));

  Broadcast() {
    super(
        "broadcast",
        "parameters of a network go from one PE to all in chunks",
        "parameters",
        PARAMETERS);
  }

  @Override
  public void check(Values values, Placement place) {
    if (chunks(values) > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "chunk="
              + values.word("chunk")
              + ": that makes "
              + chunks(values)
              + " chunks; take larger ones");
    }
  }

  private static long bytes(Values values) {
    return values.large("parameters") * values.whole("value-bytes");
  }

  private static long chunks(Values values) {
    long chunk = values.large("chunk");
    return (bytes(values) + chunk - 1) / chunk;
  }

  @Override
  public TrafficScript script(Values values, Placement place, long seed) {
    check(values, place);
    long bytes = bytes(values);
    long chunk = values.large("chunk");
    int blocks = values.whole("blocks");
    return TrafficScript.of(
        place.pes(),
        blocks,
        blocks,
        (pe, block) -> {
          int[] children = children(values.word("algorithm"), pe, place.pes()).toArray();
          return TrafficScript.rounds(
              Math.toIntExact(chunks(values)),
              number -> {
                long each = Math.min(chunk, bytes - number * chunk);
                return IntStream.concat(
                        IntStream.of(pe == 0 ? new int[0] : new int[] {-1}), IntStream.of(children))
                    .mapToObj(child ->
                        child < 0
                            ? new TrafficStep.Await(block, number + 1)
                            : TrafficStep.putSignal(child, (each + blocks - 1) / blocks, block))
                    .toList();
              });
        });
  }

  private static IntStream children(String algorithm, int pe, int pes) {
    IntStream all =
        switch (algorithm) {
          case "chain" -> IntStream.of(pe + 1);
          case "tree" -> IntStream.of(2 * pe + 1, 2 * pe + 2);
          default -> pe == 0 ? IntStream.range(1, pes) : IntStream.empty();
        };
    return all.filter(child -> child < pes);
  }

  @Override
  public double results(Values values, Placement place) {
    return values.number("parameters");
  }
}
