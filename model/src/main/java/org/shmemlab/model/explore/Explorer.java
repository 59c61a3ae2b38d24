package org.shmemlab.model.explore;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Iterables;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.shmemlab.model.explore.Expansion.Child;
import org.shmemlab.model.explore.Exploration.Bound;
import org.shmemlab.model.explore.Frontier.Node;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.spec.Conflicts;

/**
 * Walks every state that a machine can reach, breadth first, so that the first path to anything is
 * a shortest one. A state with a conflict is not continued: its successors are undefined. An agent
 * that fails is set aside, and the others continue; of later findings only conflicts and other
 * failures count, which could happen before the failure, too. Independent steps are taken in one
 * order only ({@link SleepSets}). States from which no final state can be reached are reported, too
 * ({@link Livelocks}).
 *
 * <p>Several states of one level may be expanded at the same time; their successors are then taken
 * in their order, so the answer does not depend on how many workers there are.
 */
public final class Explorer {
  static final String UNIT = "states"; // of its budget
  static final int MACHINES_KEPT = 20_000; // a few KB each
  private static final int STATES_EACH = 64; // of a batch, for each worker
  private static final int FEW_STATES = 2_000; // not worth help

  private final Machine start;
  private final Function<Machine, String> observe;
  private final SearchOptions options;

  private final VisitedStates visited = new VisitedStates();
  private final Frontier frontier;
  private final Expansion expansion;
  private final TreeMap<String, Integer> outcomes = new TreeMap<>();
  private final Map<String, Integer> firstShown = new LinkedHashMap<>(); // outcome: final state
  private Set<String> wanted = Set.of(); // outcomes that are enough
  private final Map<Object, Finding> findings = new LinkedHashMap<>();
  private final long mostAgents;
  private long agents; // of each state that a step was taken from
  private boolean bounded; // an agent had looked in vain as often as it may
  private boolean cyclic; // a step led to another state that is not farther from the first
  private final BitSet afterFailure = new BitSet(); // states that need not have an end

  // Breadth first is level by level: states of equal distance from the first.
  private int levelEnd;
  private SleepSets asleep = new SleepSets();
  private SleepSets asleepNext = new SleepSets();

  /**
   * Prepares an exploration.
   *
   * @param start the state to start from; it is not changed
   * @param conflicts how conflicts are found; empty where the rules define every order (transports)
   * @param observe the outcome of a final state
   * @param options its budget counts states
   */
  public Explorer(
      Machine start,
      Optional<Conflicts> conflicts,
      Function<Machine, String> observe,
      SearchOptions options) {
    this(start, conflicts, observe, options, MACHINES_KEPT, Long.MAX_VALUE);
  }

  /**
   * Prepares an exploration that also ends when the states that its steps led to have had so many
   * agents together: a step costs about as much as there are agents.
   *
   * @param machinesKept most machines of states to keep; others are run again
   */
  Explorer(
      Machine start,
      Optional<Conflicts> conflicts,
      Function<Machine, String> observe,
      SearchOptions options,
      int machinesKept,
      long mostAgents) {
    this.mostAgents = mostAgents;
    this.start = HappensBefore.carriedBy(start, conflicts);
    this.frontier = new Frontier(visited, this.start, machinesKept);
    this.expansion = new Expansion(visited, conflicts, options.stop());
    this.observe = observe;
    this.options = options;
  }

  /** Explores. */
  public Exploration run() {
    return run(_ -> false);
  }

  /**
   * Explores until something is found that is enough; the exploration then counts as stopped.
   *
   * @param enough asked of each finding when it is first met
   */
  public Exploration run(Predicate<Finding> enough) {
    Bound bound = new Bound.Complete();
    take(expansion.first(start.fork()), -1);
    for (List<Node> nodes = batch(); !nodes.isEmpty(); nodes = batch()) {
      Optional<Bound> reached = expand(nodes, enough);
      if (reached.isPresent()) {
        bound = reached.get();
        break;
      }
    }
    int states = visited.count();
    if (expansion.cut() && bound instanceof Bound.Complete) {
      bound = new Bound.Stopped();
    }
    if (cyclic && bound instanceof Bound.Complete && !findLivelocks()) {
      bound = new Bound.Stopped();
    }
    return new Exploration(
        ImmutableSortedMap.copyOf(outcomes),
        ImmutableList.copyOf(findings.values()),
        states,
        bounded ? bound.upTo(start.pollBudget()) : bound);
  }

  /**
   * Explores until each of these outcomes was seen, or as far as the budget goes.
   *
   * @return a shortest schedule of each that was seen
   */
  public ImmutableMap<String, Witness> schedules(Set<String> outcomes) {
    wanted = Set.copyOf(outcomes);
    run();
    ImmutableMap.Builder<String, Witness> schedules = ImmutableMap.builder();
    firstShown.forEach((outcome, state) -> {
      if (wanted.contains(outcome)) {
        schedules.put(outcome, witness(state));
      }
    });
    return schedules.buildOrThrow();
  }

  // The states that are expanded together: of one level, and a single one without other workers.
  private List<Node> batch() {
    int workers = options.workers().count();
    int most = workers == 1 || visited.count() < FEW_STATES ? 1 : workers * STATES_EACH;
    List<Node> nodes = new ArrayList<>(most);
    if (frontier.next() >= levelEnd) {
      SleepSets old = asleep;
      asleep = asleepNext;
      asleepNext = old;
      levelEnd = visited.count();
      asleepNext.begin(levelEnd);
    }
    while (nodes.size() < most && frontier.next() < levelEnd) {
      nodes.add(frontier.poll());
    }
    return nodes;
  }

  // The results of steps are taken state by state, as if each state were expanded alone.
  private Optional<Bound> expand(List<Node> nodes, Predicate<Finding> enough) {
    if (mostAgents < Long.MAX_VALUE) { // one state with thousands of agents may be too much
      nodes.forEach(
          node -> agents += (long) node.machine().liveAgents().length() * node.possible().size());
    }
    Optional<Bound> bound = bound(enough);
    if (bound.isPresent()) {
      return bound;
    }
    List<List<Child>> children =
        options.workers().all(nodes, node -> expansion.expand(node, asleep.of(node.number())));
    for (int i = 0; i < nodes.size() && bound.isEmpty(); i++) {
      Node node = nodes.get(i);
      int parent = node.number();
      children.get(i).forEach(child -> take(child, parent));
      if (!afterFailure.get(parent) && staysForEver(node, children.get(i))) {
        visited.deadEnd(parent);
        find(Livelocks.at(start, visited.path(parent), children.get(i).size()), () -> parent);
      }
      bound = i + 1 < nodes.size() ? bound(enough) : bound;
    }
    return bound;
  }

  private Optional<Bound> bound(Predicate<Finding> enough) {
    if (visited.count() > options.budget() || agents > mostAgents) {
      return Optional.of(new Bound.Budget(options.budget(), UNIT));
    }
    boolean allShown = !wanted.isEmpty() && firstShown.keySet().containsAll(wanted);
    if (allShown
        || options.stop().getAsBoolean()
        || Iterables.any(findings.values(), enough::test)) {
      return Optional.of(new Bound.Stopped());
    }
    return Optional.empty();
  }

  // Keeps the successor of a step if it is new.
  private void take(Child child, int parent) {
    report(child.taken(), parent);
    switch (child) {
      case Expansion.Nowhere _ -> {}
      case Expansion.Known known -> meet(known.number(), known.asleep(), parent);
      case Expansion.Reached reached -> take(reached, parent);
    }
  }

  // Reports the findings of a step; its result is explored all the same.
  private void report(Expansion.Taken step, int parent) {
    step.stale()
        .ifPresent(load ->
            find(
                new Finding.Stale(load, Witness.NONE),
                () -> visited.addEnd(parent, step.choice())));
    for (ProgramFailure failure : step.failures()) {
      find(new Finding.Failure(failure, Witness.NONE), () -> visited.addEnd(parent, step.choice()));
    }
  }

  private void take(Expansion.Reached reached, int parent) {
    int known = visited.find(reached.fingerprint());
    if (known >= 0) { // another state that was expanded together with this one's parent leads here
      meet(known, reached.asleep(), parent);
      return;
    }
    int number = visited.add(reached.fingerprint(), parent, reached.taken().choice());
    afterFailure.set(number, reached.steps().machine().hasFailed());
    if (reached.conflict().isPresent()) {
      visited.deadEnd(number);
      find(new Finding.Undefined(reached.conflict().get(), Witness.NONE), () -> number);
      return;
    }
    bounded |= reached.bounded();
    if (reached.possible().isEmpty()) {
      visited.deadEnd(number);
      if (!reached.bounded()) {
        end(reached.steps().machine(), number);
      }
    } else {
      asleepNext.add(number, reached.asleep());
      frontier.add(number, reached.steps(), reached.possible());
    }
  }

  // A step leads to a state that was known.
  private void meet(int state, ImmutableLongArray sleepers, int parent) {
    cyclic |= state < levelEnd && state != parent && !afterFailure.get(state);
    asleepNext.add(state, sleepers);
  }

  // Whether all steps were taken and lead from a state to itself.
  private static boolean staysForEver(Node node, List<Child> children) {
    return !children.isEmpty()
        && children.size() == node.possible().size()
        && children.stream()
            .allMatch(
                child -> child instanceof Expansion.Known known && known.number() == node.number());
  }

  // False if there was no time for it.
  private boolean findLivelocks() {
    afterFailure.stream().forEach(visited::deadEnd);
    Livelocks livelocks = new Livelocks(visited, start, options.stop());
    if (!livelocks.search()) {
      return false;
    }
    for (int state : livelocks.loops()) {
      find(livelocks.from(state), () -> state);
    }
    return true;
  }

  private void end(Machine machine, int number) {
    Optional<Finding> wrong = Walk.wrongAtEnd(machine);
    if (wrong.isPresent()) {
      find(wrong.get(), () -> number);
    } else if (!machine.hasFailed()) {
      String outcome = observe.apply(machine);
      outcomes.merge(outcome, 1, Integer::sum);
      firstShown.putIfAbsent(outcome, number);
    }
  }

  // Keeps the first finding of a place; breadth first, its path is a shortest one.
  private void find(Finding finding, IntSupplier state) {
    Object place = finding.identity();
    if (!findings.containsKey(place)) {
      findings.put(place, finding.with(witness(state.getAsInt())));
    }
  }

  private Witness witness(int state) {
    return Walk.witness(start, ImmutableIntArray.copyOf(visited.path(state)), true);
  }
}
