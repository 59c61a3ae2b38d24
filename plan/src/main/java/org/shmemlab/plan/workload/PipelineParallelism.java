package org.shmemlab.plan.workload;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.shmemlab.transports.traffic.Placement;
import org.shmemlab.transports.traffic.TrafficScript;
import org.shmemlab.transports.traffic.TrafficStep;

/**
 * Plays pipeline parallelism: every PE has some layers of a network, a stage. Micro-batches go
 * through the stages, and their gradients come back; what a stage sends travels while it computes
 * the next.
 */
final class PipelineParallelism extends Described {
  private static final int FORWARD = 0;
  private static final int BACK = 1;

  /**
   * Operations of a layer for each token and hidden width squared, forwards: 24 B s h^2 + 4 B s^2 h
   * (Narayanan et al., SC 21, arXiv:2104.04473, section 3 and appendix).
   */
  private static final double MATRICES = 24;

  private static final double ATTENTION = 4;

  /** Weights of a layer for the hidden width squared, of the same source. */
  private static final double WEIGHTS = 12;

  private static final double BACK_COSTS = 2; // the gradients of inputs and of weights

  private static final ImmutableList<WorkloadParameter> PARAMETERS =
      ImmutableList.of(
          WorkloadParameter.word(
              "schedule",
              "1f1b: a pass back as soon as there is one; gpipe: all forwards, then all back;"
                  + " forward: inference",
              "1f1b",
              "gpipe",
              "forward"),
          WorkloadParameter.whole("micro-batches", 64, 1, 1 << 16, "that go through the stages"),
          WorkloadParameter.whole("tokens", 2048, 1, 1 << 20, "of a micro-batch"),
          WorkloadParameter.whole("sequence", 2048, 1, 1 << 20, "tokens that one attends to"),
          WorkloadParameter.whole("hidden", 8192, 1, 1 << 20, "values of a token between layers"),
          WorkloadParameter.whole("layers", 256, 1, 1 << 16, "of all stages together"),
          WorkloadParameter.whole("value-bytes", 2, 1, 8, "of a value"),
          WorkloadParameter.whole("blocks", 4, 1, 64, "of a PE that send side by side"),
          Roofline.EFFICIENCY);

  PipelineParallelism() {
    super(
        "pipeline",
        "micro-batches go through stages of layers, and gradients back",
        "tokens",
        PARAMETERS);
  }

  @Override
  public void check(Values values, Placement place) {
    Roofline.of(place.gpu());
    if (values.whole("layers") < place.pes()) {
      throw new IllegalArgumentException(
          "layers="
              + values.word("layers")
              + ": "
              + place.pes()
              + " stages need a layer each; take more layers or fewer PEs");
    }
  }

  /** One pass of a micro-batch through a stage. */
  private record Pass(int way, int number) {}

  /** The passes of a stage in their order. */
  private static ImmutableList<Pass> passes(Values values, int stage, int stages) {
    int batches = values.whole("micro-batches");
    String schedule = values.word("schedule");
    int ahead = schedule.equals("1f1b") ? Math.min(batches, stages - 1 - stage) : batches;
    ImmutableList.Builder<Pass> passes = ImmutableList.builder();
    for (int batch = 0; batch < ahead; batch++) {
      passes.add(new Pass(FORWARD, batch));
    }
    for (int batch = ahead; batch < batches; batch++) {
      passes.add(new Pass(FORWARD, batch), new Pass(BACK, batch - ahead));
    }
    int back = schedule.equals("forward") ? batches : batches - ahead;
    for (int batch = back; batch < batches; batch++) {
      passes.add(new Pass(BACK, batch));
    }
    return passes.build();
  }

  @Override
  public TrafficScript script(Values values, Placement place, long seed) {
    check(values, place);
    int stages = place.pes();
    int blocks = values.whole("blocks");
    double bytes = values.number("tokens") * values.whole("hidden") * values.whole("value-bytes");
    long share = (long) Math.ceil(bytes / blocks);
    return TrafficScript.of(
        stages,
        blocks + 1,
        2 * blocks,
        (pe, agent) -> {
          ImmutableList<Pass> passes = passes(values, pe, stages);
          long forward = forward(values, place, pe);
          return TrafficScript.rounds(
              passes.size(),
              number -> {
                Pass pass = passes.get(number);
                int from = pass.way == FORWARD ? pe - 1 : pe + 1;
                int to = pass.way == FORWARD ? pe + 1 : pe - 1;
                List<TrafficStep> steps = new ArrayList<>();
                if (agent == blocks) {
                  if (from >= 0 && from < stages) {
                    IntStream.range(0, blocks)
                        .forEach(block ->
                            steps.add(
                                new TrafficStep.Await(pass.way * blocks + block, pass.number + 1)));
                  }
                  steps.add(
                      new TrafficStep.Compute(
                          pass.way == FORWARD ? forward : Math.round(BACK_COSTS * forward)));
                }
                steps.add(TrafficStep.MEET);
                if (agent < blocks && to >= 0 && to < stages) {
                  steps.add(TrafficStep.putSignal(to, share, pass.way * blocks + agent));
                }
                return steps;
              });
        });
  }

  // Layers of the first stages are fewer by one where they do not come out even.
  private static long forward(Values values, Placement place, int stage) {
    long layers = values.large("layers");
    long own = (stage + 1) * layers / place.pes() - stage * layers / place.pes();
    double tokens = values.number("tokens");
    double hidden = values.number("hidden");
    double each =
        MATRICES * tokens * hidden * hidden
            + ATTENTION * tokens * values.number("sequence") * hidden;
    double moved = (WEIGHTS * hidden * hidden + 2 * tokens * hidden) * values.whole("value-bytes");
    return Roofline.of(place.gpu())
        .picoseconds(own * each, own * moved, values.number("efficiency"));
  }

  @Override
  public double results(Values values, Placement place) {
    return values.number("micro-batches") * values.number("tokens");
  }
}
