package org.shmemlab.transports.patterns;

import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.stations.Driver;
import org.shmemlab.transports.cost.stations.Pipeline;

/** Drives a pattern of traffic: it starts its agents and answers when they may go on. */
public interface Pattern extends Driver {
  /** Places the agents and starts them at time 0. */
  void start(Pipeline pipeline);

  /**
   * The result of a run.
   *
   * @param picoseconds from the start to the last event
   * @param messages operations issued
   */
  record Result(long picoseconds, long messages) {}

  /** Runs a pattern alone on an idle fleet. */
  static Result run(Fleet fleet, Pattern pattern) {
    return run(fleet, pattern, Variation.NONE);
  }

  /** The same with times that vary. */
  static Result run(Fleet fleet, Pattern pattern, Variation variation) {
    try (Pipeline pipeline = new Pipeline(fleet, pattern, variation.jitter(), variation.seed())) {
      pattern.start(pipeline);
      long end = pipeline.run();
      return new Result(end, pipeline.messages());
    }
  }
}
