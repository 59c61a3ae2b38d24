package org.shmemlab.plan.workload;

import com.google.common.collect.ImmutableList;
import java.util.stream.Collectors;

/** Lists all workloads. */
public final class Workloads {
  /** In the order in which help shows them. */
  public static final ImmutableList<Workload> ALL =
      ImmutableList.of(
          new MoeDispatch(),
          new MoeServing(),
          new Allreduce(),
          new Halo3d(),
          new PipelineParallelism(),
          new RingAttention(),
          new FftTranspose(),
          new Gups(),
          new Embedding(),
          new Broadcast(),
          new WorkStealing(),
          new TraceReplay(null));

  private Workloads() {}

  /**
   * The one of a name.
   *
   * @throws IllegalArgumentException if there is none; the message names them
   */
  public static Workload named(String name) {
    return ALL.stream()
        .filter(workload -> workload.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "no workload '"
                    + name
                    + "'; there are "
                    + ALL.stream().map(Workload::name).collect(Collectors.joining(", "))));
  }
}
