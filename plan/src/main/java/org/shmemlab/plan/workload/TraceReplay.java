package org.shmemlab.plan.workload;

import com.google.common.collect.ImmutableList;
import org.jspecify.annotations.Nullable;
import org.shmemlab.plan.trace.Trace;
import org.shmemlab.plan.trace.TraceScript;
import org.shmemlab.transports.traffic.Placement;
import org.shmemlab.transports.traffic.TrafficScript;

/** Replays the operations of a trace on another machine. */
public final class TraceReplay implements Workload {
  private static final int SHOWN = 16; // digits of the hash that distinguish two files

  private static final WorkloadParameter COMPUTE =
      WorkloadParameter.number(
          "compute", "1", 0, 1000, "times of computation are multiplied by it");

  private final @Nullable Trace trace;

  TraceReplay(@Nullable Trace trace) {
    this.trace = trace;
  }

  /** That of a trace. */
  public static TraceReplay of(Trace trace) {
    return new TraceReplay(trace);
  }

  @Override
  public String name() {
    return "trace";
  }

  @Override
  public String summary() {
    return "what PEs sent and computed, replayed from a file (--trace)";
  }

  @Override
  public int usualPes() {
    return trace == null ? 0 : trace.pes();
  }

  /** With the file's name and content, so that results of another one are not taken for its. */
  @Override
  public ImmutableList<WorkloadParameter> parameters() {
    return trace == null
        ? ImmutableList.of(COMPUTE)
        : ImmutableList.of(
            WorkloadParameter.word(
                "file",
                "what is replayed, and the start of its SHA-256",
                trace.name() + ":" + trace.hash().substring(0, SHOWN)),
            COMPUTE);
  }

  @Override
  public void check(Values values, Placement place) {
    Trace replayed = trace();
    if (place.pes() != replayed.pes()) {
      throw new IllegalArgumentException(
          replayed.name()
              + " is of "
              + replayed.pes()
              + " PEs, not of "
              + place.pes()
              + "; leave --pes out");
    }
  }

  private Trace trace() {
    if (trace == null) {
      throw new IllegalArgumentException("trace replays a file; name it by --trace FILE");
    }
    return trace;
  }

  @Override
  public TrafficScript script(Values values, Placement place, long seed) {
    check(values, place);
    return new TraceScript(trace(), values.number("compute"));
  }

  @Override
  public String results() {
    return "replays";
  }

  @Override
  public double results(Values values, Placement place) {
    return 1;
  }

  @Override
  public ImmutableList<WorkloadEvidence> evidence() {
    return ImmutableList.of();
  }

  @Override
  public double shown(String metric, Values values, Placement place, long seed, long picoseconds) {
    throw new IllegalArgumentException("not measured: " + metric);
  }
}
