package org.shmemlab.plan.workload;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterators;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.shmemlab.transports.traffic.Placement;
import org.shmemlab.transports.traffic.TrafficScript;
import org.shmemlab.transports.traffic.TrafficStep;

/**
 * Plays tensor parallelism: every PE multiplies by its share of a layer's weights and all PEs add
 * up the products. The product is made in parts; while one part is added up, the next one is made.
 */
final class Allreduce extends Described {
  private static final int PRODUCT = 2; // operations for a weight and a token

  private static final ImmutableList<WorkloadParameter> PARAMETERS =
      ImmutableList.of(
          WorkloadParameter.word(
              "algorithm",
              "ring: parts go round twice; one-shot: every PE sends all to all; two-shot: to each"
                  + " its share, and the sums back; doubling: pairs exchange all (powers of two)",
              "ring",
              "one-shot",
              "two-shot",
              "doubling"),
          WorkloadParameter.whole("tokens", 2048, 1, 1 << 20, "rows of the product"),
          WorkloadParameter.whole("hidden", 8192, 1, 1 << 20, "columns of the product"),
          WorkloadParameter.whole("value-bytes", 2, 1, 8, "of a value"),
          WorkloadParameter.whole(
              "inner", 0, 0, 1 << 20, "width that the PEs share; 0 multiplies nothing"),
          WorkloadParameter.whole(
              "parts", 1, 1, 1024, "of the product, each made while another is added"),
          WorkloadParameter.whole("blocks", 4, 1, 64, "of a PE that send side by side"),
          Roofline.EFFICIENCY);

  Allreduce() {
    super(
        "allreduce",
        "PEs add up their parts of a product while they make the next (tensor parallelism)",
        "tokens",
        PARAMETERS);
  }

  @Override
  public void check(Values values, Placement place) {
    Roofline.of(place.gpu());
    if (values.word("algorithm").equals("doubling") && Integer.bitCount(place.pes()) != 1) {
      throw new IllegalArgumentException(
          "algorithm=doubling takes a power of two PEs, not " + place.pes());
    }
  }

  @Override
  public TrafficScript script(Values values, Placement place, long seed) {
    check(values, place);
    return new Adding(values, place);
  }

  /** One agent multiplies, while each block adds up its share of every part. */
  private static final class Adding implements TrafficScript {
    private final Values values;
    private final Placement place;
    private final int parts;
    private final int blocks;
    private final long bytes; // of a block's share of a part
    private final long product; // picoseconds of a part
    private final Roofline roofline;

    Adding(Values values, Placement place) {
      this.values = values;
      this.place = place;
      this.parts = values.whole("parts");
      this.blocks = values.whole("blocks");
      double whole = values.number("tokens") * values.number("hidden");
      this.bytes =
          Math.max(1, (long) Math.ceil(whole * values.whole("value-bytes") / parts / blocks));
      this.roofline = Roofline.of(place.gpu());
      double inner = values.number("inner") / place.pes();
      this.product =
          roofline.picoseconds(
              PRODUCT * whole * inner / parts,
              (values.number("hidden") + values.number("tokens") / parts)
                  * inner
                  * values.whole("value-bytes"),
              values.number("efficiency"));
    }

    @Override
    public int pes() {
      return place.pes();
    }

    @Override
    public int agents() {
      return blocks + 1;
    }

    @Override
    public int slots() {
      return blocks;
    }

    @Override
    public Iterator<TrafficStep> steps(int pe, int agent) {
      return Iterators.concat(
          IntStream.range(0, parts)
              .mapToObj(part ->
                  agent == blocks
                      ? List.<TrafficStep>of(new TrafficStep.Compute(product), TrafficStep.MEET)
                          .iterator()
                      : Iterators.concat(
                          Iterators.singletonIterator(TrafficStep.MEET), adding(pe, agent, part)))
              .iterator());
    }

    private Iterator<TrafficStep> adding(int pe, int block, int part) {
      int pes = place.pes();
      if (pes == 1) {
        return Iterators.forArray();
      }
      return switch (values.word("algorithm")) {
        case "ring" -> ring(pe, block, part);
        case "one-shot" -> {
          List<TrafficStep> steps = new ArrayList<>(toAll(pe, block, bytes));
          steps.add(new TrafficStep.Await(block, (part + 1) * (pes - 1)));
          steps.add(sum(bytes, pes));
          yield steps.iterator();
        }
        case "two-shot" -> {
          long share = share();
          List<TrafficStep> steps = new ArrayList<>(toAll(pe, block, share));
          steps.add(new TrafficStep.Await(block, (2 * part + 1) * (pes - 1)));
          steps.add(sum(share, pes));
          steps.addAll(toAll(pe, block, share));
          steps.add(new TrafficStep.Await(block, (2 * part + 2) * (pes - 1)));
          yield steps.iterator();
        }
        default -> doubling(pe, block, part);
      };
    }

    // A share goes round, and each PE adds its own; then the sums go round.
    private Iterator<TrafficStep> ring(int pe, int block, int part) {
      int pes = place.pes();
      int turns = 2 * (pes - 1);
      TrafficStep send = TrafficStep.putSignal((pe + 1) % pes, share(), block);
      TrafficStep add = sum(share(), 2);
      return TrafficScript.rounds(
          turns,
          turn -> {
            TrafficStep await = new TrafficStep.Await(block, part * turns + turn + 1);
            return turn < pes - 1 ? List.of(send, await, add) : List.of(send, await);
          });
    }

    private Iterator<TrafficStep> doubling(int pe, int block, int part) {
      int rounds = Integer.numberOfTrailingZeros(place.pes());
      List<TrafficStep> steps = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        steps.add(TrafficStep.putSignal(pe ^ 1 << round, bytes, block));
        steps.add(new TrafficStep.Await(block, part * rounds + round + 1));
        steps.add(sum(bytes, 2));
      }
      return steps.iterator();
    }

    private long share() {
      return (bytes + place.pes() - 1) / place.pes();
    }

    private List<TrafficStep> toAll(int pe, int block, long each) {
      return IntStream.range(1, place.pes())
          .mapToObj(turn -> TrafficStep.putSignal((pe + turn) % place.pes(), each, block))
          .toList();
    }

    // So many values of each byte's place are read and one is written, by all blocks together.
    private TrafficStep sum(long each, int terms) {
      return new TrafficStep.Compute(
          roofline.picoseconds(
              0, (double) each * (terms + 1) * blocks, values.number("efficiency")));
    }
  }

  @Override
  public double results(Values values, Placement place) {
    return values.number("tokens");
  }

  @Override
  public ImmutableList<WorkloadEvidence> evidence() {
    ImmutableMap<String, String> word =
        ImmutableMap.of("algorithm", "one-shot", "tokens", "1", "hidden", "4", "blocks", "1");
    return ImmutableList.of(
        new WorkloadEvidence("PD0973", "gb200-nvl72", "ibgda", word),
        new WorkloadEvidence("PD0974", "gb200-nvl72", "ibgda", word));
  }
}
