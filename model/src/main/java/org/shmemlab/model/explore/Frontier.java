package org.shmemlab.model.explore;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.shmemlab.model.machine.Fingerprint;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.Step;
import org.shmemlab.model.machine.Steps;

/**
 * The states that have been reached and not yet been expanded, in the order in which they were
 * reached: those with the highest numbers. It keeps the machines of some of them; the others cost
 * nothing, and are built again from the choices that lead there.
 *
 * <p>States of one level come in the order of their parents, so two that follow each other share
 * most of their paths. The machines along the last path are kept: what is built again is about as
 * many states as the tree of first paths has below them.
 */
final class Frontier {
  private final VisitedStates visited;
  private final Machine start;
  private final int mostKept;
  private final ArrayDeque<Node> kept = new ArrayDeque<>();
  private final List<Node> path = new ArrayList<>(); // from the first state on
  private int next;

  /**
   * A state with its machine.
   *
   * @param steps those that are possible in it
   */
  record Node(int number, Machine machine, List<Step> steps) {}

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

  /** Takes in the state that was reached last. */
  void add(int number, Machine machine, List<Step> steps) {
    if (kept.size() < mostKept) {
      kept.addLast(new Node(number, machine, steps));
    }
  }

  /** The number of the next state to expand, or of the next to be reached if there is none. */
  int next() {
    while (next < visited.count() && visited.isDeadEnd(next)) {
      next++;
    }
    return next;
  }

  /** The next state to expand, which there is; the caller may change its machine. */
  Node poll() {
    int number = next();
    next++;
    Node node = kept.peekFirst();
    if (node != null && node.number() == number) {
      kept.removeFirst();
      return node;
    }
    Node again = again(number);
    Fingerprint.of(again.machine()); // so that what forks share is not written any more
    return new Node(number, again.machine().fork(), again.steps());
  }

  private Node again(int number) {
    int parent = visited.parent(number);
    if (parent < 0) {
      path.clear();
      Machine machine = start.fork();
      new Steps(machine).settle();
      return keep(number, machine);
    }
    Node before = known(parent);
    Machine machine = before.machine().fork();
    new Steps(machine).take(before.steps().get(visited.choice(number)));
    return keep(number, machine);
  }

  // Numbers grow along a path.
  private Node known(int number) {
    while (!path.isEmpty() && path.getLast().number() > number) {
      path.removeLast();
    }
    return !path.isEmpty() && path.getLast().number() == number ? path.getLast() : again(number);
  }

  private Node keep(int number, Machine machine) {
    Node node = new Node(number, machine, new Steps(machine).enabled());
    path.add(node);
    return node;
  }
}
