package org.shmemlab.labs.grading;

import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.TimeLimit;
import org.shmemlab.model.explore.Workers;
import org.shmemlab.model.explore.engine.Engine;

/**
 * Limits the runs and checks of an answer. All are counts, so that a grade is the same on every
 * machine.
 *
 * @param sourceBytes largest source
 * @param instructions of all agents of a run together
 * @param outputBytes that a run may print
 * @param executions of a search of all orders, which also bounds its states: {@code Engine.AUTO}
 * @param schedules drawn at random where that does not reach all orders
 */
public record GradingLimits(
    int sourceBytes, long instructions, int outputBytes, long executions, long schedules) {
  /** Hundreds of times what the labs that come along need. */
  public static final GradingLimits USUAL =
      new GradingLimits(64 << 10, 20_000_000, 64 << 10, 2_000, 200);

  /** How far an engine looks for orders. */
  public org.shmemlab.scenarios.judge.ExplorationLimits search(Engine engine) {
    long budget = engine == Engine.STATES ? 25 * executions : executions;
    return new org.shmemlab.scenarios.judge.ExplorationLimits(
        engine,
        new SearchOptions(
            budget,
            0,
            () -> false,
            SearchOptions.FAILED_TESTS,
            Workers.ALONE,
            schedules,
            TimeLimit.UNHURRIED));
  }
}
