package org.shmemlab.model.explore.stateless;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Exploration.Bound;
import org.shmemlab.model.explore.Search;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.SearchSpace;
import org.shmemlab.model.explore.clock.HappensBefore;
import org.shmemlab.model.explore.stateless.PartialOrderReduction.State;
import org.shmemlab.model.explore.states.ShortestWitnesses;

/**
 * Runs executions from the initial state, depth first, as far as a {@link PartialOrderReduction}
 * asks for them: with {@link SourceSets}, at least one of each Mazurkiewicz trace. It keeps the
 * states of one execution.
 *
 * <p>Conflicting accesses that are not exempt are not reversed: if happens-before does not order
 * them, they are a data race, which {@link HappensBefore} detects in either order. So only signals,
 * atomics, waits and tests multiply executions, and a program that synchronises by barriers has
 * one.
 *
 * @param <S> the states of the reduction
 */
public final class StatelessSearch<S extends State> implements Search.Strategy {
  public static final String UNIT = "executions"; // of its budget

  /** An execution of so many visible steps may have no end. */
  private static final int MAX_STEPS = 5_000;

  /** Choices between steps that one execution remembers; thousands of agents have many at each. */
  private static final long MAX_CHOICES = 1L << 23;

  final SearchSpace space;
  final PartialOrderReduction<S> reduction;
  final SearchOptions options;
  final TracedFindings findings;
  private final List<S> states = new ArrayList<>(); // of the present execution
  private long choices; // of all of them
  private long executions;
  private long redundant; // of these
  private long passed; // states of all executions

  /**
   * Prepares an exploration.
   *
   * @param options its budget counts executions
   */
  public StatelessSearch(
      SearchSpace space, PartialOrderReduction<S> reduction, SearchOptions options) {
    this.space = space;
    this.reduction = reduction;
    this.options = options;
    this.findings = new TracedFindings(space, options.stop());
  }

  /** Explores. */
  public Exploration run() {
    Bound end = Search.run(this, options);
    boolean unknown = end instanceof Bound.Complete && findings.termination().unknown();
    Exploration seen =
        findings
            .results()
            .exploration(passed, unknown ? new Bound.Budget(executions, UNIT) : end)
            .by(new Exploration.Executions(executions, redundant));
    return seen.withFindings(
        new ShortestWitnesses(space, options.stop()).of(seen.findings(), Function.identity()));
  }

  @Override
  public boolean next() {
    return executions == 0 || backtrack();
  }

  // Goes back to the last state that has another step to take.
  private boolean backtrack() {
    while (!states.isEmpty()) {
      if (states.getLast().advance()) {
        return true;
      }
      choices -= states.removeLast().enabled.size();
    }
    return false;
  }

  @Override
  public Optional<Bound> end() {
    return executions == options.budget()
        ? Optional.of(new Bound.Budget(executions, UNIT))
        : Optional.empty();
  }

  @Override
  public Optional<Bound> explore() {
    executions++;
    ReducedExecution<S> execution = new ReducedExecution<>(this);
    boolean ended = execution.run();
    passed += execution.passed();
    if (!ended) {
      return Optional.of(new Bound.Stopped());
    }
    return isTooLong()
        ? Optional.of(new Bound.Budget(states.size(), "steps of one execution"))
        : Optional.empty();
  }

  /** The states of the present execution, by the depth of their steps. */
  List<S> states() {
    return Collections.unmodifiableList(states);
  }

  /** Adds a state that the present execution has reached. */
  void push(S state) {
    states.add(state);
    choices += state.enabled.size();
  }

  /** The present execution is sleep-set blocked. */
  void block() {
    redundant++;
  }

  /** Whether the present execution is given up. */
  boolean isTooLong() {
    return states.size() >= MAX_STEPS || choices >= MAX_CHOICES;
  }
}
