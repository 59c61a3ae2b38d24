package org.shmemlab.model.explore.states;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Iterables;
import com.google.common.collect.Maps;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Exploration.Bound;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.Search;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.SearchSpace;
import org.shmemlab.model.explore.Witness;
import org.shmemlab.model.explore.clock.HappensBefore;
import org.shmemlab.model.explore.states.Expansion.Child;
import org.shmemlab.model.explore.states.Frontier.Node;
import org.shmemlab.model.machine.Machine;

/**
 * Explores every state that a machine can reach, breadth first, so that the first path to anything
 * is a shortest one ({@link ReachedStates}). Independent steps are taken in one order only ({@link
 * SleepSets}). States from which no final state can be reached are reported, too ({@link
 * Livelocks}).
 */
public final class Explorer {
  public static final String UNIT = "states"; // of its budget
  public static final int MACHINES_KEPT = 20_000; // a few KB each
  private static final int STATES_EACH = 64; // of a batch, for each worker
  private static final int FEW_STATES = 2_000; // not worth help

  private final Machine start;
  private final SearchOptions options;
  private final long mostAgents;
  private final Frontier frontier;
  private final Expansion expansion;
  private final ReachedStates reached;

  /**
   * Prepares an exploration.
   *
   * @param options its budget counts states
   */
  public Explorer(SearchSpace space, SearchOptions options) {
    this(space, options, Long.MAX_VALUE, MACHINES_KEPT);
  }

  /**
   * Prepares an exploration that also ends when the states that its steps led to have had so many
   * agents together: a step costs about as much as there are agents.
   *
   * @param machinesKept most machines of states to keep; others are run again
   */
  public Explorer(SearchSpace space, SearchOptions options, long mostAgents, int machinesKept) {
    VisitedStates visited = new VisitedStates();
    this.start = HappensBefore.carriedBy(space.start(), space.conflicts());
    this.options = options;
    this.mostAgents = mostAgents;
    this.frontier = new Frontier(visited, start, machinesKept);
    this.expansion = new Expansion(visited, space.conflicts(), options.stop());
    this.reached = new ReachedStates(space, start, visited, frontier);
  }

  /** Explores. */
  public Exploration run() {
    return run(() -> false);
  }

  /**
   * Explores until something is found that is enough; the exploration then counts as stopped.
   *
   * @param enough asked of each finding when it is first met
   */
  public Exploration run(Predicate<Finding> enough) {
    return run(() -> Iterables.any(reached.results().findings(), enough::test));
  }

  /**
   * Explores until each of these outcomes was seen, or as far as the budget goes.
   *
   * @return a shortest schedule of each that was seen
   */
  public ImmutableMap<String, Witness> schedules(Set<String> outcomes) {
    run(() -> reached.firstShown().keySet().containsAll(outcomes));
    return ImmutableMap.copyOf(
        Maps.transformValues(
            Maps.filterKeys(reached.firstShown(), outcomes::contains), reached::witness));
  }

  private Exploration run(BooleanSupplier isEnough) {
    reached.take(expansion.first(start.fork()), -1);
    Bound end = Search.run(new Levels(isEnough), options);
    int states = reached.count(); // the search for livelocks may add some
    if (end instanceof Bound.Complete
        && (expansion.cut() || !reached.findLivelocks(options.stop()))) {
      end = new Bound.Stopped();
    }
    return reached.results().exploration(states, end);
  }

  /**
   * Expands the states level by level. Several of one level may be expanded at the same time; their
   * successors are then taken in their order, so the answer does not depend on how many workers
   * there are.
   */
  private final class Levels implements Search.Strategy {
    private final BooleanSupplier isEnough;
    private long agents; // of each state that a step was taken from
    private List<Node> batch = List.of(); // states that are expanded together
    private List<List<Child>> children = List.of(); // of each; none before they are expanded
    private int present; // index in the batch

    Levels(BooleanSupplier isEnough) {
      this.isEnough = isEnough;
    }

    @Override
    public boolean next() {
      if (++present >= batch.size()) {
        int workers = options.workers().count();
        boolean alone = workers == 1 || reached.count() < FEW_STATES;
        batch = frontier.batch(alone ? 1 : workers * STATES_EACH);
        children = List.of();
        present = 0;
        if (mostAgents < Long.MAX_VALUE) { // one state with thousands of agents may be too much
          for (Node node : batch) {
            agents += (long) node.machine().liveAgents().length() * node.possible().size();
          }
        }
      }
      return !batch.isEmpty();
    }

    @Override
    public Optional<Bound> end() {
      if (reached.count() > options.budget() || agents > mostAgents) {
        return Optional.of(new Bound.Budget(options.budget(), UNIT));
      }
      return isEnough.getAsBoolean() ? Optional.of(new Bound.Stopped()) : Optional.empty();
    }

    @Override
    public Optional<Bound> explore() {
      if (children.isEmpty()) {
        children =
            options
                .workers()
                .all(batch, node -> expansion.expand(node, frontier.asleep(node.number())));
      }
      reached.take(batch.get(present), children.get(present));
      return Optional.empty();
    }
  }
}
