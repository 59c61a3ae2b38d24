package org.shmemlab.model.explore;

import java.util.Optional;
import org.shmemlab.model.explore.Exploration.Bound;

/**
 * Explores piece by piece until nothing is left, enough was found, or the budget is spent: the loop
 * of every engine. A piece is a state with its steps, an execution, or a schedule; the strategy
 * decides which comes next.
 */
public final class Search {
  private Search() {}

  /** Decides what is explored next, and explores it. */
  public interface Strategy {
    /** Goes to the next piece; false if everything was explored. */
    boolean next();

    /**
     * The reason why the search ends before the piece: the budget is spent, or enough was found.
     */
    default Optional<Bound> end() {
      return Optional.empty();
    }

    /**
     * Explores the piece.
     *
     * @return the reason why the search ends with it; empty where it goes on
     */
    Optional<Bound> explore();
  }

  /** Explores, and gives the reason why that ended. */
  public static Bound run(Strategy strategy, SearchOptions options) {
    while (strategy.next()) {
      Optional<Bound> end = strategy.end();
      if (end.isEmpty()) {
        end = options.stop().getAsBoolean() ? Optional.of(new Bound.Stopped()) : strategy.explore();
      }
      if (end.isPresent()) {
        return end.get();
      }
    }
    return new Bound.Complete();
  }
}
