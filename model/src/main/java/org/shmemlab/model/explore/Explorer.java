package org.shmemlab.model.explore;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.primitives.ImmutableIntArray;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.Exploration.Bound;
import org.shmemlab.model.explore.Frontier.Node;
import org.shmemlab.model.machine.Fingerprint;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.ProgramFailure;
import org.shmemlab.model.machine.Step;
import org.shmemlab.model.machine.Steps;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Conflicts.Conflict;

/**
 * Walks every state that a machine can reach, breadth first, so that the first path to anything is
 * a shortest one. A state with a conflict or a failure is not continued: what comes after has no
 * meaning.
 */
public final class Explorer {
  private static final int MACHINES_KEPT = 20_000; // a few KB each

  private final Machine start;
  private final Optional<Conflicts> conflicts;
  private final Function<Machine, String> observe;
  private final long budget;
  private final BooleanSupplier stop;

  private final VisitedStates visited = new VisitedStates();
  private final Frontier frontier;
  private final TreeMap<String, Integer> outcomes = new TreeMap<>();
  private final Map<Object, Finding> findings = new LinkedHashMap<>();
  private boolean bounded; // an agent had looked in vain as often as it may

  /**
   * Prepares an exploration.
   *
   * @param start the state to start from; it is not changed
   * @param conflicts how conflicts are found; empty where the rules define every order (transports)
   * @param observe what a final state shows
   * @param budget most states to keep
   * @param stop asked now and then; true ends the exploration
   */
  public Explorer(
      Machine start,
      Optional<Conflicts> conflicts,
      Function<Machine, String> observe,
      long budget,
      BooleanSupplier stop) {
    this(start, conflicts, observe, budget, stop, MACHINES_KEPT);
  }

  Explorer(
      Machine start,
      Optional<Conflicts> conflicts,
      Function<Machine, String> observe,
      long budget,
      BooleanSupplier stop,
      int machinesKept) {
    this.start = start;
    this.frontier = new Frontier(visited, start, machinesKept);
    this.conflicts = conflicts;
    this.observe = observe;
    this.budget = budget;
    this.stop = stop;
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
    reach(start.fork(), null, -1, -1);
    for (Node node = frontier.poll(); node != null; node = frontier.poll()) {
      if (visited.count() > budget) {
        bound = new Bound.Budget(budget, Engine.STATES.unit());
        break;
      }
      if (stop.getAsBoolean() || findings.values().stream().anyMatch(enough)) {
        bound = new Bound.Stopped();
        break;
      }
      expand(node);
    }
    return new Exploration(
        ImmutableSortedMap.copyOf(outcomes),
        ImmutableList.copyOf(findings.values()),
        visited.count(),
        bounded ? bound.upTo(start.mostFailedTests()) : bound);
  }

  private void expand(Node node) {
    List<Step> steps = node.steps();
    for (int choice = 0; choice < steps.size(); choice++) {
      // The last child takes over the parent's machine, which nobody needs any more.
      Machine child = choice == steps.size() - 1 ? node.machine() : node.machine().fork();
      reach(child, steps.get(choice), node.number(), choice);
    }
  }

  // Takes a step (none for the first state) and keeps the state it leads to if it is new.
  private void reach(Machine machine, @Nullable Step step, int parent, int choice) {
    Steps steps = new Steps(machine);
    int issued = machine.inFlight().issued();
    try {
      if (step == null) {
        steps.settle();
      } else {
        steps.take(step);
      }
    } catch (ProgramFailure failure) {
      find(new Finding.Failure(failure, Witness.NONE), () -> failed(parent, choice));
      return;
    }
    int number = visited.add(Fingerprint.of(machine), parent, choice);
    if (number < 0) {
      return;
    }
    Optional<Conflict> conflict =
        conflicts.flatMap(detector -> detector.find(machine, steps, issued));
    if (conflict.isPresent()) {
      visited.deadEnd(number);
      find(new Finding.Undefined(conflict.get(), Witness.NONE), () -> number);
      return;
    }
    List<Step> enabled = steps.enabled();
    bounded |= steps.bounded();
    if (enabled.isEmpty()) {
      visited.deadEnd(number);
      if (!steps.bounded()) {
        end(machine, number);
      }
    } else {
      frontier.add(number, machine, enabled);
    }
  }

  private void end(Machine machine, int number) {
    Optional<Finding> stuck = Walk.stuck(machine);
    if (stuck.isPresent()) {
      find(stuck.get(), () -> number);
    } else {
      outcomes.merge(observe.apply(machine), 1, Integer::sum);
    }
  }

  // Failures are no states of their own; each gets a number that no fingerprint is likely to have.
  private int failed(int parent, int choice) {
    int number = visited.add(-1L - visited.count(), parent, choice);
    visited.deadEnd(number);
    return number;
  }

  // Keeps the first finding of a place; breadth first, its path is a shortest one.
  private void find(Finding finding, IntSupplier state) {
    Object place = finding.place();
    if (!findings.containsKey(place)) {
      findings.put(place, finding.with(witness(state.getAsInt())));
    }
  }

  private Witness witness(int state) {
    return Witness.of(start, ImmutableIntArray.copyOf(visited.path(state)), true);
  }
}
