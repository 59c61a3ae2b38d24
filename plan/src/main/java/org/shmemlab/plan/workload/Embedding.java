package org.shmemlab.plan.workload;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import org.shmemlab.model.memory.StructuralHash;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.traffic.Placement;
import org.shmemlab.transports.traffic.TrafficScript;
import org.shmemlab.transports.traffic.TrafficStep;

/**
 * Lookups in a table of embeddings whose rows are spread over the PEs, as recommendation models
 * make them (Naumov et al.: DLRM, arXiv:1906.00091): a warp gets the rows of a sample, waits for
 * them all and adds them up.
 */
final class Embedding extends Described {
  private static final ImmutableList<WorkloadParameter> PARAMETERS =
      ImmutableList.of(
          WorkloadParameter.whole("samples", 32, 1, 1 << 20, "of each PE"),
          WorkloadParameter.whole("lookups", 16, 1, 1 << 16, "rows of a sample"),
          WorkloadParameter.whole(
              "rows", 100_000_000, 1, 1L << 40, "of the table, dealt out in turns"),
          WorkloadParameter.whole("width", 128, 1, 1 << 20, "values of a row"),
          WorkloadParameter.whole("value-bytes", 4, 1, 8, "of a value"),
          WorkloadParameter.number("skew", "0", 0, 4, "popularity falls with rank^-skew"),
          WorkloadParameter.whole("agents", 32, 1, 4096, "warps of a PE that get"),
          Roofline.EFFICIENCY);

  Embedding() {
    super(
        "embedding",
        "random rows of a table of all PEs are got and added up",
        "lookups",
        PARAMETERS);
  }

  @Override
  public void check(Values values, Placement place) {
    Roofline.of(place.gpu());
    if ((double) values.whole("samples") * values.whole("lookups") > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "samples="
              + values.word("samples")
              + " lookups="
              + values.word("lookups")
              + ": a PE has too many lookups; take at most 2147483647");
    }
  }

  /**
   * The row of a lookup; those of the smallest numbers are the most popular ones. With skew it is
   * drawn from a density x^-skew, whose quantiles have a formula however many rows there are.
   */
  static long row(long seed, int pe, int lookup, long rows, double skew) {
    double u = (StructuralHash.mix(seed, pe, lookup) >>> 11) * 0x1p-53;
    double x =
        skew == 0
            ? u * rows
            : skew == 1
                ? Math.exp(u * Math.log(rows + 1.0)) - 1
                : Math.pow(1 + u * (Math.pow(rows + 1.0, 1 - skew) - 1), 1 / (1 - skew)) - 1;
    return Math.min(rows - 1, (long) x);
  }

  @Override
  public TrafficScript script(Values values, Placement place, long seed) {
    check(values, place);
    int samples = values.whole("samples");
    int lookups = values.whole("lookups");
    int agents = Math.min(values.whole("agents"), samples);
    long rows = values.large("rows");
    double skew = values.number("skew");
    long bytes = values.large("width") * values.whole("value-bytes");
    TrafficStep sum =
        new TrafficStep.Compute(
            Roofline.of(place.gpu())
                .picoseconds(0, (lookups + 1.0) * bytes * agents, values.number("efficiency")));
    return TrafficScript.of(
        place.pes(),
        agents,
        0,
        (pe, agent) ->
            TrafficScript.rounds(
                (samples - agent + agents - 1) / agents,
                number -> {
                  int sample = agent + number * agents;
                  List<TrafficStep> steps = new ArrayList<>();
                  for (int i = 0; i < lookups; i++) {
                    int owner =
                        (int) (row(seed, pe, sample * lookups + i, rows, skew) % place.pes());
                    if (owner != pe) {
                      steps.add(
                          new TrafficStep.Send(
                              TransferKind.GET, owner, bytes, CallScope.WARP, TrafficStep.NOBODY));
                    }
                  }
                  steps.add(TrafficStep.QUIET);
                  steps.add(sum);
                  return steps;
                }));
  }

  @Override
  public double results(Values values, Placement place) {
    return values.number("samples") * values.whole("lookups") * place.pes();
  }
}
