package org.shmemlab.scenarios.runtime.cuda;

import static org.shmemlab.model.memory.StructuralHash.mix;
import static org.shmemlab.model.memory.StructuralHash.mixAll;

import com.google.common.collect.ImmutableSortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Describes a CUDA event.
 *
 * @param recorded number of records so far: the version that the latest one made
 * @param completed latest version that its stream has reached
 * @param completedAt the stream's time then, nanoseconds
 * @param keeper the number of the agent that keeps the stream's vector clock of then, or -1
 * @param destroyed whether the program gave the handle back
 * @param captured the point of a graph that the latest record stands for; null if it was no
 *     capture's
 */
record CudaEvent(
    long recorded,
    long completed,
    long completedAt,
    int keeper,
    boolean destroyed,
    @Nullable Captured captured) {
  static final CudaEvent NEW = new CudaEvent(0, 0, 0, -1, false, null);

  /** The nodes of a graph under capture after which an event stands. */
  record Captured(int graph, ImmutableSortedSet<Integer> tails) {}

  CudaEvent recordedAgain() {
    return new CudaEvent(recorded + 1, completed, completedAt, keeper, false, null);
  }

  CudaEvent completed(long version, long now, int keptBy) {
    return new CudaEvent(recorded, version, now, keptBy, destroyed, captured);
  }

  CudaEvent capturedAt(Captured point) {
    return new CudaEvent(recorded, completed, completedAt, keeper, false, point);
  }

  CudaEvent given() {
    return new CudaEvent(recorded, completed, completedAt, keeper, true, captured);
  }

  // The time of a version's completion follows from the clocks, which distinguish no states.
  long fingerprint() {
    long versions = mix(recorded, completed, destroyed ? 1 : 0);
    return captured == null ? versions : mix(versions, captured.graph(), mixAll(captured.tails()));
  }
}
