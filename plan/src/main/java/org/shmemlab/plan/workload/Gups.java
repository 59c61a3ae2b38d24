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
 * Updates of random words of a table that is spread over all PEs, as RandomAccess of the HPC
 * Challenge has them (Luszczek et al., SC 06).
 */
final class Gups extends Described {
  private static final int SECTOR = 32; // bytes that a GPU's memory moves at least (CUDA C++ Guide)

  private static final ImmutableList<WorkloadParameter> PARAMETERS =
      ImmutableList.of(
          WorkloadParameter.word(
              "mode",
              "atomics: a remote atomic for each update; batches: updates for a PE travel together",
              "atomics",
              "batches"),
          WorkloadParameter.whole("updates", 1024, 1, 1 << 30, "of each PE"),
          WorkloadParameter.whole("agents", 32, 1, 4096, "threads that update or blocks that send"),
          WorkloadParameter.whole(
              "batch", 1024, 1, 1 << 20, "updates of a PE that wait for each other"),
          Roofline.EFFICIENCY);

  Gups() {
    super("gups", "random words of a table of all PEs are updated", "updates", PARAMETERS);
  }

  @Override
  public void check(Values values, Placement place) {
    if (values.word("mode").equals("batches")) {
      Roofline.of(place.gpu());
    }
  }

  /** The PE whose word an update is of. */
  private static int target(long seed, int pe, int update, int pes) {
    return (int) Long.remainderUnsigned(StructuralHash.mix(seed, pe, update), pes);
  }

  @Override
  public TrafficScript script(Values values, Placement place, long seed) {
    check(values, place);
    return values.word("mode").equals("atomics")
        ? atomics(values, place, seed)
        : batches(values, place, seed);
  }

  private static TrafficScript atomics(Values values, Placement place, long seed) {
    int updates = values.whole("updates");
    int agents = Math.min(values.whole("agents"), updates);
    return TrafficScript.of(
        place.pes(),
        agents,
        0,
        (pe, agent) -> {
          int own = (updates - agent + agents - 1) / agents;
          return TrafficScript.repeat(
              own + 1,
              number ->
                  number == own
                      ? TrafficStep.QUIET
                      : new TrafficStep.Send(
                          TransferKind.ATOMIC,
                          target(seed, pe, agent + number * agents, place.pes()),
                          Long.BYTES,
                          CallScope.THREAD,
                          TrafficStep.NOBODY));
        });
  }

  // Each PE sends to every other in each round, if only the number of updates, so that receivers
  // know when they have all. Others may be one round ahead, so two counters alternate.
  private static TrafficScript batches(Values values, Placement place, long seed) {
    int pes = place.pes();
    int updates = values.whole("updates");
    int batch = values.whole("batch");
    int agents = Math.min(values.whole("agents"), Math.max(1, pes - 1));
    Roofline roofline = Roofline.of(place.gpu());
    return TrafficScript.of(
        pes,
        agents + 1,
        2,
        (pe, agent) ->
            TrafficScript.rounds(
                (updates - 1) / batch + 1,
                round -> {
                  int first = round * batch;
                  int end = Math.min(updates, first + batch);
                  List<TrafficStep> steps = new ArrayList<>();
                  if (agent == agents) {
                    if (pes > 1) {
                      steps.add(new TrafficStep.Await(round % 2, (round / 2 + 1) * (pes - 1)));
                    }
                    // As many come as are sent, on average; each word is read and written.
                    steps.add(
                        new TrafficStep.Compute(
                            roofline.picoseconds(
                                0, 2.0 * SECTOR * (end - first), values.number("efficiency"))));
                  } else {
                    long[] words = new long[pes];
                    for (int update = first; update < end; update++) {
                      words[target(seed, pe, update, pes)]++;
                    }
                    for (int turn = 1 + agent; turn < pes; turn += agents) {
                      int target = (pe + turn) % pes;
                      steps.add(
                          TrafficStep.putSignal(
                              target, (1 + words[target]) * Long.BYTES, round % 2));
                    }
                  }
                  steps.add(TrafficStep.MEET);
                  return steps;
                }));
  }

  @Override
  public double results(Values values, Placement place) {
    return values.number("updates") * place.pes();
  }
}
