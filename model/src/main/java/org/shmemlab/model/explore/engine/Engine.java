package org.shmemlab.model.explore.engine;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.SearchSpace;
import org.shmemlab.model.explore.TimeLimit;
import org.shmemlab.model.explore.random.RandomWalks;
import org.shmemlab.model.explore.stateless.SourceSets;
import org.shmemlab.model.explore.stateless.StatelessSearch;
import org.shmemlab.model.explore.states.Explorer;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.spec.Conflicts;

/** Lists the strategies of the search. */
public enum Engine {
  /**
   * Every state, if they are few, for the shortest witnesses; else DPOR; and if these are too many,
   * every state again, as far as the same work goes: which of the two are fewer depends on the
   * program. Where nothing was found and the search was not exhaustive, schedules are drawn at
   * random, so that every program gets an answer.
   */
  AUTO(StatelessSearch.UNIT, 2_000) {
    @Override
    Exploration walk(SearchSpace space, SearchOptions options) {
      SearchOptions little = options.within(FEW_STATES);
      Exploration few =
          new Explorer(space, little, FEW_STATES * FEW_AGENTS, Explorer.MACHINES_KEPT).run();
      if (!unfinished(few)) {
        return few;
      }
      Exploration classes = DPOR.walk(space, options);
      if (!unfinished(classes)) {
        return classes;
      }
      long states =
          options.timeLimit().equals(TimeLimit.UNHURRIED)
              ? Math.min(STATES_PER_EXECUTION * options.budget(), Integer.MAX_VALUE)
              : Integer.MAX_VALUE; // as far as the time goes
      Exploration many = STATES.walk(space, options.within(states));
      return unfinished(many) ? classes : many;
    }
  },

  /** Every state once, breadth first: all orders, and shortest witnesses. */
  STATES(Explorer.UNIT, 300_000) {
    @Override
    Exploration walk(SearchSpace space, SearchOptions options) {
      return new Explorer(space, options).run();
    }
  },

  /** At least one execution of each Mazurkiewicz trace. */
  DPOR(StatelessSearch.UNIT, 100_000) {
    @Override
    Exploration walk(SearchSpace space, SearchOptions options) {
      SourceSets reduction = new SourceSets(space.conflicts().orElseThrow());
      return new StatelessSearch<>(space, reduction, options).run();
    }
  },

  /** Schedules drawn at random: never all orders, but of programs of any size. */
  RANDOM("schedules", 1_000) {
    @Override
    Exploration walk(SearchSpace space, SearchOptions options) {
      return new RandomWalks(space, options).run();
    }
  };

  private static final long FEW_STATES = 3_000;
  private static final long FEW_AGENTS = 64; // fewer states of more

  /** About the cost of an execution: most of it is shared with another. */
  private static final long STATES_PER_EXECUTION = 25;

  private final String unit;
  private final long defaultBudget;

  Engine(String unit, long defaultBudget) {
    this.unit = unit;
    this.defaultBudget = defaultBudget;
  }

  private static boolean unfinished(Exploration exploration) {
    return exploration.bound() instanceof Exploration.Bound.Budget
        && exploration.findings().isEmpty();
  }

  /** The name on the command line. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The unit of its budget. */
  public String unit() {
    return unit;
  }

  /** Its budget where the user gives none. */
  public long defaultBudget() {
    return defaultBudget;
  }

  /**
   * Explores. Where loops with failed tests leave more executions than the budget allows, those are
   * explored in which no agent has too many of them.
   *
   * @param start the state to start from; it is not changed
   * @param conflicts how conflicts are found; empty where the rules define every order (transports)
   * @param observe the outcome of a final state
   */
  public Exploration explore(
      Machine start,
      Optional<Conflicts> conflicts,
      Function<Machine, String> observe,
      SearchOptions options) {
    if (options.stop().getAsBoolean()) { // of a large job, already the first state takes long
      return new Exploration(
          ImmutableSortedMap.of(), ImmutableList.of(), 0, new Exploration.Bound.Stopped());
    }
    SearchSpace space = new SearchSpace(start, conflicts, observe);
    SearchOptions mine = options.begun();
    if (this != AUTO || mine.schedules() == 0) {
      return search(space, mine);
    }
    Exploration searched = search(space, mine.ofSearch());
    boolean open =
        searched.findings().isEmpty()
            && (searched.bound() instanceof Exploration.Bound.Budget
                || searched.bound() instanceof Exploration.Bound.Stopped);
    if (!open || mine.stop().getAsBoolean()) {
      return searched;
    }
    return RANDOM.walk(space, mine.within(mine.schedules())).after(searched);
  }

  private Exploration search(SearchSpace space, SearchOptions options) {
    Exploration all = walk(space, options);
    if (!unfinished(all) || !space.start().mayPoll()) {
      return all;
    }
    Machine bounded = space.start().bounded(options.failedTests());
    Exploration some = walk(new SearchSpace(bounded, space.conflicts(), space.observe()), options);
    return unfinished(some) ? all : BoundedTests.unbounded(some, bounded, space.start());
  }

  /** Explores as far as the budget goes. */
  abstract Exploration walk(SearchSpace space, SearchOptions options);
}
