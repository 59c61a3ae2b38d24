package org.shmemlab.model.explore;

import java.util.function.BooleanSupplier;

/**
 * How much an exploration may do.
 *
 * @param budget most states to keep, or schedules to run; the engine says which
 * @param seed of everything that is drawn at random
 * @param stop asked before each state; true ends the exploration
 * @param failedTests looks in vain of one agent, where the budget does not reach all of them
 * @param workers who expands states; the answer does not depend on them
 * @param schedules how many are drawn at random where the budget does not reach all orders
 * @param pace when a search gives way to those, and when they end
 * @param walkers who runs schedules
 */
public record Effort(
    long budget,
    long seed,
    BooleanSupplier stop,
    int failedTests,
    Workers workers,
    long schedules,
    Pace pace,
    Walkers walkers) {
  /** Looks in vain of one agent if nobody says otherwise: a few agents that poll, each so often. */
  public static final int FAILED_TESTS = 5;

  /** An effort with the default bound of looks in vain, and without help or schedules. */
  public Effort(long budget, long seed, BooleanSupplier stop) {
    this(budget, seed, stop, FAILED_TESTS, Workers.ALONE, 0, Pace.UNHURRIED);
  }

  /** An effort that runs its schedules here. */
  public Effort(
      long budget,
      long seed,
      BooleanSupplier stop,
      int failedTests,
      Workers workers,
      long schedules,
      Pace pace) {
    this(budget, seed, stop, failedTests, workers, schedules, pace, Walkers.HERE);
  }

  /** The same that stops for another reason, too. */
  Effort stoppedBy(BooleanSupplier also) {
    return new Effort(
        budget,
        seed,
        () -> stop.getAsBoolean() || also.getAsBoolean(),
        failedTests,
        workers,
        schedules,
        pace,
        walkers);
  }

  /** The same with others who run its schedules. */
  public Effort walkedBy(Walkers others) {
    return new Effort(budget, seed, stop, failedTests, workers, schedules, pace, others);
  }

  /** The same with another budget. */
  public Effort within(long other) {
    return new Effort(other, seed, stop, failedTests, workers, schedules, pace, walkers);
  }

  /** The same for an exploration that begins now. */
  Effort begun() {
    Pace begun = pace.begun();
    return new Effort(
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
  Effort ofSearch() {
    return new Effort(
        budget,
        seed,
        () -> stop.getAsBoolean() || pace.givesWay(),
        failedTests,
        workers,
        schedules,
        pace,
        walkers);
  }
}
