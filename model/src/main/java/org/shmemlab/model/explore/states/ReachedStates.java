package org.shmemlab.model.explore.states;

import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchSpace;
import org.shmemlab.model.explore.Witness;
import org.shmemlab.model.explore.execution.SearchResults;
import org.shmemlab.model.explore.execution.Walk;
import org.shmemlab.model.explore.states.Expansion.Child;
import org.shmemlab.model.explore.states.Frontier.Node;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.machine.Machine;

/**
 * Takes in the results of steps: new states, and what was found on the way to them. A state with a
 * conflict is not continued: its successors are undefined. An agent that fails is set aside, and
 * the others continue; of later findings only conflicts and other failures count, which could
 * happen before the failure, too.
 */
final class ReachedStates {
  private final Machine start;
  private final VisitedStates visited;
  private final Frontier frontier;
  private final SearchResults results;
  private final Map<String, Integer> firstShown = new LinkedHashMap<>(); // outcome: final state
  private final BitSet afterFailure = new BitSet(); // states that need not have an end
  // Of each step that led to a known state, the state before it and the one after it.
  private final ImmutableIntArray.Builder metFrom = ImmutableIntArray.builder();
  private final ImmutableIntArray.Builder met = ImmutableIntArray.builder();
  private boolean cyclic; // a step led to another state that is not farther from the first

  ReachedStates(SearchSpace space, Machine start, VisitedStates visited, Frontier frontier) {
    this.start = start;
    this.visited = visited;
    this.frontier = frontier;
    this.results = new SearchResults(space);
  }

  /** The results so far. */
  SearchResults results() {
    return results;
  }

  /** How many states there are. */
  int count() {
    return visited.count();
  }

  /** A final state of each outcome, at the shortest distance. */
  Map<String, Integer> firstShown() {
    return firstShown;
  }

  /** Takes in the results of all steps of a state. */
  void take(Node parent, List<Child> children) {
    int number = parent.number();
    children.forEach(child -> take(child, number));
    if (!afterFailure.get(number) && staysForEver(parent, children)) {
      visited.deadEnd(number);
      find(Livelocks.at(start, visited.path(number), children.size()), () -> number);
    }
  }

  // Whether all steps were taken and lead from a state to itself.
  private static boolean staysForEver(Node node, List<Child> children) {
    return !children.isEmpty()
        && children.size() == node.possible().size()
        && children.stream()
            .allMatch(
                child -> child instanceof Expansion.Known known && known.number() == node.number());
  }

  /** Takes in the result of a step; its successor is kept if it is new. */
  void take(Child child, int parent) {
    report(child.taken(), parent);
    switch (child) {
      case Expansion.Nowhere _ -> {}
      case Expansion.Known known -> meet(known.number(), known.asleep(), parent);
      case Expansion.Reached reached -> take(reached, parent);
    }
  }

  // Reports the findings of a step; its result is explored all the same.
  private void report(Expansion.Taken step, int parent) {
    IntSupplier end = () -> visited.addEnd(parent, step.choice());
    step.stale().ifPresent(load -> find(new Finding.Stale(load, Witness.NONE), end));
    for (ProgramFailure failure : step.failures()) {
      find(new Finding.Failure(failure, Witness.NONE), end);
    }
  }

  private void take(Expansion.Reached reached, int parent) {
    int known = visited.find(reached.fingerprint());
    if (known >= 0) { // another state that was expanded together with this one's parent leads here
      meet(known, reached.asleep(), parent);
      return;
    }
    int number = visited.add(reached.fingerprint(), parent, reached.taken().choice());
    Machine machine = reached.steps().machine();
    afterFailure.set(number, machine.hasFailed());
    if (reached.conflict().isPresent()) {
      visited.deadEnd(number);
      find(new Finding.DataRace(reached.conflict().get(), Witness.NONE), () -> number);
      return;
    }
    results.noteBounded(reached.bounded());
    if (!reached.possible().isEmpty()) {
      frontier.add(number, reached.steps(), reached.possible(), reached.asleep());
      return;
    }
    visited.deadEnd(number);
    if (!reached.bounded()) {
      results
          .end(machine, finding -> finding.with(witness(number)))
          .ifPresent(outcome -> firstShown.putIfAbsent(outcome, number));
    }
  }

  private void meet(int state, ImmutableLongArray sleepers, int parent) {
    metFrom.add(parent);
    met.add(state);
    boolean back = frontier.meet(state, sleepers);
    cyclic |= back && state != parent && !afterFailure.get(state);
  }

  /** Finds the livelocks among all states that can be reached; false if it was stopped before. */
  boolean findLivelocks(BooleanSupplier stop) {
    if (!cyclic) {
      return true;
    }
    afterFailure.stream().forEach(visited::deadEnd);
    Livelocks livelocks = new Livelocks(visited, start, stop);
    if (!livelocks.search(metFrom.build(), met.build())) {
      return false;
    }
    for (int state : livelocks.loops()) {
      find(livelocks.from(state), () -> state);
    }
    return true;
  }

  // Breadth first, the path to the first finding of a place is a shortest one.
  private void find(Finding finding, IntSupplier state) {
    results.find(finding, found -> found.with(witness(state.getAsInt())));
  }

  /** The first path to a state. */
  Witness witness(int state) {
    return Walk.witness(start, ImmutableIntArray.copyOf(visited.path(state)), true);
  }
}
