package org.shmemlab.plan.workload;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.traffic.Placement;
import org.shmemlab.transports.traffic.TrafficScript;
import org.shmemlab.transports.traffic.TrafficStep;

/**
 * Plays attention over a sequence that is cut over the PEs: keys and values go round a ring, and
 * every PE attends to those that it has while it passes them on (Liu, Zaharia and Abbeel: Ring
 * Attention with Blockwise Transformers, arXiv:2310.01889). Ring Attention with Blockwise
 * Transformers, arXiv:2310.01889).
 */
final class RingAttention extends Described {
  private static final double PER_PAIR = 4; // two operations for each score, two for each value

  private static final ImmutableList<WorkloadParameter> PARAMETERS =
      ImmutableList.of(
          WorkloadParameter.whole("tokens", 131_072, 1, 1L << 30, "of the sequence"),
          WorkloadParameter.whole("heads", 32, 1, 1 << 12, "of queries"),
          WorkloadParameter.whole("kv-heads", 8, 1, 1 << 12, "of keys and values"),
          WorkloadParameter.whole("head-values", 128, 1, 1 << 12, "values of a head"),
          WorkloadParameter.whole("value-bytes", 2, 1, 8, "of a value"),
          WorkloadParameter.word(
              "mask", "causal: no token attends to later ones", "none", "causal"),
          WorkloadParameter.whole("buffers", 2, 2, 1 << 12, "for keys and values of each PE"),
          WorkloadParameter.whole("blocks", 2, 1, 64, "of a PE that send side by side"),
          Roofline.EFFICIENCY);

  RingAttention() {
    super(
        "ring-attention",
        "keys and values go round a ring while PEs attend to them",
        "tokens",
        PARAMETERS);
  }

  @Override
  public void check(Values values, Placement place) {
    Roofline.of(place.gpu());
    if (values.large("tokens") < place.pes()) {
      throw new IllegalArgumentException(
          "tokens="
              + values.word("tokens")
              + ": "
              + place.pes()
              + " PEs need a token each; take more tokens or fewer PEs");
    }
  }

  @Override
  public TrafficScript script(Values values, Placement place, long seed) {
    check(values, place);
    return new Ring(values, place).script();
  }

  /** One agent computes, while each block passes on its share of keys and values. */
  private static final class Ring {
    private final Values values;
    private final int pes;
    private final int blocks;
    private final int buffers;
    private final double tokens; // of a PE
    private final long share; // bytes
    private final Roofline roofline;

    Ring(Values values, Placement place) {
      this.values = values;
      this.pes = place.pes();
      this.blocks = values.whole("blocks");
      this.buffers = values.whole("buffers");
      this.tokens = Math.ceil(values.number("tokens") / pes);
      this.share = (long) Math.ceil(keysAndValues() / blocks);
      this.roofline = Roofline.of(place.gpu());
    }

    TrafficScript script() {
      return TrafficScript.of(
          pes,
          blocks + 1,
          2 * blocks,
          (pe, agent) ->
              TrafficScript.rounds(
                  pes, turn -> agent == blocks ? attend(pe, turn) : pass(pe, agent, turn)));
    }

    private double keysAndValues() {
      return 2
          * tokens
          * values.whole("kv-heads")
          * values.whole("head-values")
          * values.whole("value-bytes");
    }

    private List<TrafficStep> attend(int pe, int turn) {
      List<TrafficStep> steps = new ArrayList<>();
      for (int block = 0; block < blocks && turn > 0; block++) {
        steps.add(new TrafficStep.Await(block, turn));
      }
      steps.add(new TrafficStep.Compute(work(pe, Math.floorMod(pe - turn, pes))));
      steps.add(TrafficStep.MEET);
      return steps;
    }

    // A block goes to the right as soon as its place there is free. When this PE needs its own copy
    // no more, it says so to the left, unless nothing more comes from there into that place.
    private List<TrafficStep> pass(int pe, int block, int turn) {
      List<TrafficStep> steps = new ArrayList<>();
      if (turn > 0) {
        steps.add(new TrafficStep.Await(block, turn));
      }
      if (turn < pes - 1) {
        if (turn + 1 >= buffers) {
          steps.add(new TrafficStep.Await(blocks + block, turn + 2 - buffers));
        }
        steps.add(TrafficStep.putSignal((pe + 1) % pes, share, block));
        steps.add(TrafficStep.QUIET);
      }
      steps.add(TrafficStep.MEET);
      if (turn + buffers < pes) {
        int left = (pe + pes - 1) % pes;
        steps.add(
            new TrafficStep.Send(
                TransferKind.SIGNAL, left, Long.BYTES, CallScope.THREAD, blocks + block));
      }
      return steps;
    }

    private long work(int pe, int owner) {
      double part = values.word("mask").equals("none") || owner < pe ? 1 : owner == pe ? 0.5 : 0;
      if (part == 0) {
        return 0;
      }
      double width = values.number("heads") * values.whole("head-values");
      return roofline.picoseconds(
          part * PER_PAIR * tokens * tokens * width,
          keysAndValues() + 2 * tokens * width * values.whole("value-bytes"),
          values.number("efficiency"));
    }
  }

  @Override
  public double results(Values values, Placement place) {
    return values.number("tokens");
  }
}
