package org.shmemlab.model.explore.states;

import com.google.common.primitives.ImmutableLongArray;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.Steps;
import org.shmemlab.model.step.Step;

/**
 * Holds the states that have been reached and not yet been expanded, in the order in which they
 * were reached: those with the highest numbers. It keeps the machines of some of them; the others
 * cost nothing, and are built again from the choices that lead there. A level has the states at
 * equal distance from the first, each with its sleep set.
 *
 * <p>States of one level come in the order of their parents, so two that follow each other share
 * most of their paths. The machines along the last path are kept: about as many states are built
 * again as the tree of first paths has below them.
 */
final class Frontier {
  /** The objects that step a machine take about as much memory as a state: this many are kept. */
  private static final int USED_SOON = 1_000;

  private final VisitedStates visited;
  private final Machine start;
  private final int mostKept;
  private final ArrayDeque<Kept> kept = new ArrayDeque<>();
  private final List<Node> path = new ArrayList<>(); // from the first state on
  private int next;
  private int levelEnd; // the number of the next level's first state
  private SleepSets asleep = new SleepSets(); // of the present level
  private SleepSets asleepNext = new SleepSets();

  /**
   * A state with its machine.
   *
   * @param steps steps that its machine can take
   * @param possible the steps that are possible in it
   */
  record Node(int number, Steps steps, List<Step> possible) {
    Machine machine() {
      return steps.machine();
    }
  }

  /**
   * A state that is not expanded yet.
   *
   * @param steps null where so many states precede it that its machine rests until then
   */
  private record Kept(int number, Machine machine, @Nullable Steps steps, List<Step> possible) {
    Node node() {
      return new Node(number, steps == null ? new Steps(machine) : steps, possible);
    }
  }

  /**
   * An empty frontier.
   *
   * @param start the state that the exploration starts from; it is not changed
   * @param mostKept most machines to keep
   */
  Frontier(VisitedStates visited, Machine start, int mostKept) {
    this.visited = visited;
    this.start = start;
    this.mostKept = mostKept;
  }

  /** Takes in the state that was reached last, from the present level. */
  void add(int number, Steps steps, List<Step> possible, ImmutableLongArray sleepers) {
    asleepNext.add(number, sleepers);
    if (kept.size() < mostKept) {
      boolean soon = kept.size() < USED_SOON;
      Machine machine = soon ? steps.machine() : steps.machine().resting();
      kept.addLast(new Kept(number, machine, soon ? steps : null, possible));
    }
  }

  /** A step of the present level leads to a state that was known: says whether it is no farther. */
  boolean meet(int state, ImmutableLongArray sleepers) {
    asleepNext.add(state, sleepers);
    return state < levelEnd;
  }

  /** The names of steps that need not be taken in a state of the present level. */
  ImmutableLongArray asleep(int state) {
    return asleep.of(state);
  }

  /** The next states of one level; none if there is none left. */
  List<Node> batch(int most) {
    List<Node> nodes = new ArrayList<>(most);
    if (next() >= levelEnd) {
      SleepSets old = asleep;
      asleep = asleepNext;
      asleepNext = old;
      levelEnd = visited.count();
      asleepNext.begin(levelEnd);
    }
    while (nodes.size() < most && next() < levelEnd) {
      nodes.add(poll());
    }
    return nodes;
  }

  /** The number of the next state to expand, or of the next to be reached if there is none. */
  int next() {
    while (next < visited.count() && visited.isDeadEnd(next)) {
      next++;
    }
    return next;
  }

  /** Leaves out the next state. */
  void pass() {
    next = next() + 1;
  }

  /** The next state to expand, which there is; the caller may change its machine. */
  Node poll() {
    int number = next();
    next++;
    Kept first = kept.peekFirst();
    if (first != null && first.number() == number) {
      kept.removeFirst();
      return first.node();
    }
    Node again = again(number);
    again
        .machine()
        .fingerprint()
        .value(); // so that the memory shared by forks is not written any more
    return new Node(number, new Steps(again.machine().fork()), again.possible());
  }

  private Node again(int number) {
    int parent = visited.parent(number);
    if (parent < 0) {
      path.clear();
      Steps first = new Steps(start.fork());
      first.settle();
      return keep(number, first);
    }
    Node before = known(parent);
    Steps steps = new Steps(before.machine().fork());
    steps.take(before.possible().get(visited.choice(number)));
    return keep(number, steps);
  }

  // Numbers grow along a path.
  private Node known(int number) {
    while (!path.isEmpty() && path.getLast().number() > number) {
      path.removeLast();
    }
    return !path.isEmpty() && path.getLast().number() == number ? path.getLast() : again(number);
  }

  private Node keep(int number, Steps steps) {
    Node node = new Node(number, steps, steps.enabled());
    path.add(node);
    return node;
  }
}
