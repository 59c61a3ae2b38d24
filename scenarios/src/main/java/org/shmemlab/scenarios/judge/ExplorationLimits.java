package org.shmemlab.scenarios.judge;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Exploration.Bound;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.SearchSpace;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.explore.execution.Probe;
import org.shmemlab.model.explore.execution.RaceReplay;
import org.shmemlab.model.explore.states.Explorer;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.AcceptedConflicts;
import org.shmemlab.model.spec.ConflictWords;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Conflicts.Conflict;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.scenarios.runtime.RuntimeSystem;

/**
 * How, and how far, each exploration goes.
 *
 * @param engine how the orders are walked
 * @param options how far, and with whose help
 */
public record ExplorationLimits(Engine engine, SearchOptions options) {
  private static final long FEW_STATES = 3_000;

  /**
   * All orders, within a budget.
   *
   * @param states most states to keep
   * @param stop asked before each state; true ends the exploration
   */
  public ExplorationLimits(long states, BooleanSupplier stop) {
    this(Engine.STATES, new SearchOptions(states, 0, stop));
  }

  /**
   * Those of a search that is worth little effort. It is by states, as an execution may have no
   * end.
   */
  ExplorationLimits brief() {
    return new ExplorationLimits(Engine.STATES, options.within(FEW_STATES));
  }

  /** Explores the executions of a program under a profile, each up to a conflict. */
  Exploration explore(
      Program program, Job job, Profile profile, Function<Machine, String> observe) {
    return explore(program, job, profile, List.of(), observe);
  }

  /**
   * Explores the executions of a program under a profile.
   *
   * @param accepted conflicts that the search goes past
   */
  Exploration explore(
      Program program,
      Job job,
      Profile profile,
      List<Conflict> accepted,
      Function<Machine, String> observe) {
    Machine start = FirstState.of(program, job, profile);
    Conflicts conflicts = conflicts(profile, accepted);
    ConflictWords words = ConflictWords.of(program, profile);
    Exploration exploration = engine.explore(start, Optional.of(conflicts), observe, options);
    return exploration.withFindings(
        exploration.findings().stream()
            .map(finding -> RaceReplay.of(finding, start, conflicts).in(words))
            .collect(ImmutableList.toImmutableList()));
  }

  private static Conflicts conflicts(Profile profile, List<Conflict> accepted) {
    Specification rules = new Specification(profile);
    return accepted.isEmpty()
        ? new Conflicts(rules)
        : new Conflicts(rules, new AcceptedConflicts(rules, accepted));
  }

  /** Explores the executions of a program under any rules; without conflicts, all are defined. */
  Exploration explore(
      Program program,
      Job job,
      OrderingRules rules,
      Optional<Conflicts> conflicts,
      Function<Machine, String> observe) {
    return explore(
        new Machine(program, job, rules, RuntimeSystem.ofSearches()), conflicts, observe);
  }

  /** Explores the executions from a first state; without conflicts, all are defined. */
  Exploration explore(
      Machine start, Optional<Conflicts> conflicts, Function<Machine, String> observe) {
    return engine.explore(start, conflicts, observe, options);
  }

  /** Explores a few executions of a program for a finding that is too much. */
  Probe probe(
      Program program,
      Job job,
      Profile profile,
      List<Conflict> accepted,
      Predicate<Finding> tooMuch) {
    return Probe.of(FirstState.of(program, job, profile), conflicts(profile, accepted), tooMuch);
  }

  /**
   * Explores all executions of a program, up to a finding that is too much: state by state where
   * there are few, else as {@link #engine} does.
   */
  Exploration verify(
      Program program,
      Job job,
      Profile profile,
      List<Conflict> accepted,
      Predicate<Finding> tooMuch,
      long budget) {
    Optional<Conflicts> conflicts = Optional.of(conflicts(profile, accepted));
    Machine start = FirstState.of(program, job, profile);
    SearchSpace space = new SearchSpace(start, conflicts, _ -> "");
    long first = engine == Engine.STATES ? budget : Math.min(budget, FEW_STATES);
    Exploration states = new Explorer(space, options.within(first)).run(tooMuch);
    if (!(states.bound() instanceof Bound.Budget) || engine == Engine.STATES) {
      return states;
    }
    Exploration classes = Engine.DPOR.explore(start, conflicts, _ -> "", options);
    return classes.bound() instanceof Bound.Budget
        ? new Explorer(space, options.within(budget)).run(tooMuch)
        : classes;
  }
}
