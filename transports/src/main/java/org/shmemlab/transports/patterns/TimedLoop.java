package org.shmemlab.transports.patterns;

import org.shmemlab.transports.cost.parameters.LoopCosts;

/** Names the loop whose time a test prints. */
public enum TimedLoop {
  /** The operations alone, as a kernel can time them by its clock. */
  OPERATIONS,
  /**
   * A kernel between two events on an idle stream, with its launch and the barriers of its grid, as
   * the benchmarks of this project time it.
   */
  BENCHMARK,
  /**
   * The same as NVSHMEM's perftest times it: tests of the latency of a call launch the kernel while
   * its warm-up runs, and tests of atomics have a number of operations of their own
   * (docs/perftest.md).
   */
  PERFTEST;

  /** Whether the launch counts. */
  boolean isWhole() {
    return this != OPERATIONS;
  }

  /** The launch of a test between two PEs that prints the latency of a call, picoseconds. */
  long launchOfACall(LoopCosts costs) {
    return this == PERFTEST ? costs.queuedPs() : costs.launchPs();
  }
}
