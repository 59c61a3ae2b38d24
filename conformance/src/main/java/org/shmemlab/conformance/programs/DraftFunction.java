package org.shmemlab.conformance.programs;

import com.google.common.collect.ImmutableList;
import java.util.stream.Stream;

/**
 * Drafts the function of several agents: a kernel, or the function of a host thread.
 *
 * @param name its name in the program
 * @param kind of its agents
 * @param blocks blocks of the grid; 1 for host threads
 * @param threads threads of a block; 1 for host threads
 * @param pes what it does on each PE
 */
record DraftFunction(
    String name,
    ExecutionSite.Kind kind,
    int blocks,
    int threads,
    ImmutableList<ImmutableList<Part>> pes) {
  boolean isKernel() {
    return kind == ExecutionSite.Kind.DEVICE;
  }

  /** How many agents run it on a PE. */
  int agents() {
    return blocks * threads;
  }

  Stream<Line> lines() {
    return pes.stream().flatMap(ImmutableList::stream).flatMap(Part::all);
  }
}
