package org.shmemlab.model.explore;

import java.util.function.BooleanSupplier;

/**
 * Bounds an exploration, and names the workers that it may use.
 *
 * @param budget most states to keep, or schedules to run; the engine says which
 * @param seed of everything that is drawn at random
 * @param stop asked before each state; true ends the exploration
 * @param failedTests failed tests of one agent, where the budget does not reach all of them
 * @param workers workers that expand states; the answer does not depend on them
 * @param schedules how many are drawn at random where the budget does not reach all orders
 * @param timeLimit when a search gives way to those, and when they end
 * @param walkers workers that run schedules
 */
public record SearchOptions(
    long budget,
    long seed,
    BooleanSupplier stop,
    int failedTests,
    Workers workers,
    long schedules,
    TimeLimit timeLimit,
    Walkers walkers) {
  /** The default number of failed tests of one agent: a few agents that poll, each so often. */
  public static final int FAILED_TESTS = 5;

  /** Options with the default bound of failed tests, and without workers or schedules. */
  public SearchOptions(long budget, long seed, BooleanSupplier stop) {
    this(budget, seed, stop, FAILED_TESTS, Workers.ALONE, 0, TimeLimit.UNHURRIED);
  }

  /** Options whose schedules are run here. */
  public SearchOptions(
      long budget,
      long seed,
      BooleanSupplier stop,
      int failedTests,
      Workers workers,
      long schedules,
      TimeLimit timeLimit) {
    this(budget, seed, stop, failedTests, workers, schedules, timeLimit, Walkers.HERE);
  }

  /** The same that stops for another reason, too. */
  public SearchOptions stoppedBy(BooleanSupplier also) {
    return new SearchOptions(
        budget,
        seed,
        () -> stop.getAsBoolean() || also.getAsBoolean(),
        failedTests,
        workers,
        schedules,
        timeLimit,
        walkers);
  }

  /** The same with workers that run its schedules. */
  public SearchOptions walkedBy(Walkers others) {
    return new SearchOptions(
        budget, seed, stop, failedTests, workers, schedules, timeLimit, others);
  }

  /** The same with another budget. */
  public SearchOptions within(long other) {
    return new SearchOptions(
        other, seed, stop, failedTests, workers, schedules, timeLimit, walkers);
  }

  /** The same for an exploration that begins now. */
  public SearchOptions begun() {
    TimeLimit begun = timeLimit.begun();
    return new SearchOptions(
        budget,
        seed,
        () -> stop.getAsBoolean() || begun.isOver(),
        failedTests,
        workers,
        schedules,
        begun,
        walkers);
  }

  /** The same for a search of all orders, which gives way to schedules. */
  public SearchOptions ofSearch() {
    return new SearchOptions(
        budget,
        seed,
        () -> stop.getAsBoolean() || timeLimit.givesWay(),
        failedTests,
        workers,
        schedules,
        timeLimit,
        walkers);
  }
}
