package org.shmemlab.model.job;

import static org.shmemlab.model.memory.StructuralHash.mix;
import static org.shmemlab.model.memory.StructuralHash.mixAll;

import com.google.common.collect.ImmutableSortedSet;

/**
 * Describes the capture of a stream: its work becomes nodes of a graph (CUDA Runtime API reference,
 * "Stream Management", cudaStreamBeginCapture).
 *
 * @param graph the handle of the graph
 * @param origin whether the capture began on this stream, and not on one that it waits for
 * @param tails the nodes that the next node of the stream waits for
 * @param invalid whether a call that cannot be captured was made
 */
public record Capture(
    int graph, boolean origin, ImmutableSortedSet<Integer> tails, boolean invalid) {

  long fingerprint() {
    return mix(mix(graph, origin ? 1 : 0, invalid ? 1 : 0), mixAll(tails));
  }

  /** After a node that follows all earlier ones of the stream. */
  public Capture then(int node) {
    return new Capture(graph, origin, ImmutableSortedSet.of(node), invalid);
  }

  /** After a wait for further nodes. */
  public Capture joining(ImmutableSortedSet<Integer> nodes) {
    return new Capture(
        graph,
        origin,
        ImmutableSortedSet.<Integer>naturalOrder().addAll(tails).addAll(nodes).build(),
        invalid);
  }

  /** After a call that cannot be captured. */
  public Capture invalidated() {
    return new Capture(graph, origin, tails, true);
  }
}
