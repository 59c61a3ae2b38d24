package org.shmemlab.model.job;

import static org.shmemlab.model.memory.StructuralHash.mix;
import static org.shmemlab.model.memory.StructuralHash.mixAll;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;

/**
 * Describes a CUDA graph that can be launched.
 *
 * @param order the numbers of the nodes, each after those that it waits for
 * @param streams the handles of the streams on which its branches run, apart from the one on which
 *     it is launched
 * @param lastStream the stream of the latest launch, -1 before the first
 * @param lastSequence of the last task of that launch
 */
public record ExecutableGraph(
    TaskGraph graph,
    ImmutableList<Integer> order,
    ImmutableIntArray streams,
    int lastStream,
    long lastSequence) {

  long fingerprint() {
    return mix(graph.hash(), mixAll(order), mix(lastStream, lastSequence));
  }

  /** With the nodes of another graph, whose dependencies are the same. */
  public ExecutableGraph with(TaskGraph updated) {
    return new ExecutableGraph(updated, order, streams, lastStream, lastSequence);
  }

  /** After a launch. */
  public ExecutableGraph launched(ImmutableIntArray branches, int stream, long sequence) {
    return new ExecutableGraph(graph, order, branches, stream, sequence);
  }
}
