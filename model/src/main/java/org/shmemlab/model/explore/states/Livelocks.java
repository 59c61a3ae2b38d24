package org.shmemlab.model.explore.states;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.Witness;
import org.shmemlab.model.explore.WitnessStep;
import org.shmemlab.model.explore.clock.HappensBefore;
import org.shmemlab.model.explore.execution.Walk;
import org.shmemlab.model.explore.states.Frontier.Node;
import org.shmemlab.model.job.Fingerprint;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.machine.BlockedAgents;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.Steps;
import org.shmemlab.model.step.Step;

/**
 * Finds the states from which no final state can be reached: such a state leads to no outcome and
 * to no other finding. An agent that polls is no livelock while another could change the word; a
 * schedule that never lets that one step is merely unfair.
 *
 * <p>A state from which no end can be reached has steps, and so has every state that they lead to:
 * some of them form a cycle. A cycle has a step to a state that is not farther from the first state
 * than the one before. {@link Explorer} asks for this search only if it saw such a step. It cannot
 * miss all of them, although steps sleep: a step t that sleeps in a state was taken before, at Q,
 * and commutes with the steps u1 ... uk from there. If t leads from there to a state that is not
 * farther away, then the path Q, t, u1 ... uk is longer than the distance of its end, so one of its
 * steps leads to a state that is not farther than the one before; the path comes earlier in the
 * order of choices. If that step sleeps, too, the argument repeats, and it ends, because paths of
 * one length are finitely many. A step that leads from a state to itself never sleeps for having
 * been taken before.
 */
final class Livelocks {
  private static final int MOST_LOOPS = 200; // each is walked to, for its witness

  private final VisitedStates visited;
  private final Machine start;
  private final BooleanSupplier stop;

  private int[] firstStep = new int[1 << 10]; // of each state, in targets; one more at the end
  private int[] targets = new int[1 << 10]; // by state and choice; -1 for a failure or a conflict
  private int steps;
  private final BitSet ending = new BitSet(); // states from which an end can be reached

  /**
   * Prepares a search among states that are all that can be reached.
   *
   * @param visited every state; one without successors is marked as a dead end, as are those after
   *     a failure
   * @param start the state that the exploration started from; it is not changed
   */
  Livelocks(VisitedStates visited, Machine start, BooleanSupplier stop) {
    this.visited = visited;
    this.start = start;
    this.stop = stop;
  }

  /**
   * Takes every step, sleeping ones included, of every state that does not precede a final state by
   * steps that were taken before; false if it was stopped before.
   *
   * @param from of each step that led to a known state, the state before it, in growing order
   * @param to the state after it
   */
  boolean search(ImmutableIntArray from, ImmutableIntArray to) {
    spreadAlong(from, to);
    Frontier frontier = new Frontier(visited, start, 0);
    int done = 0;
    while (frontier.next() < visited.count()) {
      if (stop.getAsBoolean()) {
        return false;
      }
      if (ending.get(frontier.next())) {
        frontier.pass();
        continue;
      }
      Node node = frontier.poll();
      done = beginStates(done, node.number() + 1);
      for (int choice = 0; choice < node.possible().size(); choice++) {
        boolean last = choice == node.possible().size() - 1;
        add(target(node, choice, last ? node.steps() : new Steps(node.machine().fork())));
      }
    }
    beginStates(done, visited.count() + 1);
    spread();
    return true;
  }

  // One pass spreads along all paths but those over steps back.
  private void spreadAlong(ImmutableIntArray from, ImmutableIntArray to) {
    int before = -1;
    while (before < ending.cardinality()) {
      before = ending.cardinality();
      int step = from.length() - 1;
      for (int state = visited.count() - 1; state >= 0; state--) { // parents have lower numbers
        boolean ends = visited.isDeadEnd(state);
        for (; step >= 0 && from.get(step) >= state; step--) {
          ends |= from.get(step) == state && ending.get(to.get(step));
        }
        if (ends) {
          ending.set(state);
        }
        int parent = visited.parent(state);
        if (parent >= 0 && ending.get(state) && visited.isState(state)) {
          ending.set(parent);
        }
      }
    }
  }

  private int beginStates(int from, int to) {
    if (to > firstStep.length) {
      firstStep = Arrays.copyOf(firstStep, Math.max(to, firstStep.length + firstStep.length / 2));
    }
    Arrays.fill(firstStep, from, to, steps);
    return to;
  }

  private int target(Node node, int choice, Steps after) {
    Machine machine = after.machine();
    try {
      after.take(node.possible().get(choice));
    } catch (ProgramFailure failure) {
      return -1;
    }
    if (machine.hasFailed() || HappensBefore.carriedConflict(machine, after).isPresent()) {
      return -1; // its successors are left out, and no walk goes there
    }
    long fingerprint = machine.fingerprintUpToBlocks().value();
    int number = visited.find(fingerprint);
    if (number < 0) { // equivalent to a known one, though not to the last bit
      number = visited.add(fingerprint, node.number(), choice);
      if (after.enabled().isEmpty()) {
        visited.deadEnd(number);
        ending.set(number);
      }
    }
    return number;
  }

  private void add(int target) {
    if (steps == targets.length) {
      targets = Arrays.copyOf(targets, steps + steps / 2);
    }
    targets[steps++] = target;
  }

  // Goes backwards from the ends, until nothing is added.
  private void spread() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int state = ending.previousClearBit(visited.count() - 1);
          state >= 0;
          state = ending.previousClearBit(state - 1)) {
        for (int step = firstStep[state]; step < firstStep[state + 1]; step++) {
          if (targets[step] < 0 || ending.get(targets[step])) {
            ending.set(state);
            changed = true;
            break;
          }
        }
      }
    }
  }

  /**
   * A state of each endless loop of fair executions, nearest first. Of very many, which differ in
   * values for the most part, the first.
   */
  List<Integer> loops() {
    BitSet endless = new BitSet();
    endless.set(0, visited.count());
    endless.andNot(ending);
    return BottomComponents.nearest(endless, firstStep, targets).stream()
        .sorted()
        .limit(MOST_LOOPS)
        .toList();
  }

  /** The choice and the state by which a state was reached. */
  private record Way(int from, int choice) {}

  /** The livelock of such a state; without the schedule that leads there. */
  Finding from(int state) {
    Map<Integer, Way> ways = waysBackTo(state);
    Deque<Way> round = new ArrayDeque<>();
    for (Way way = ways.get(state);
        way != null;
        way = way.from == state ? null : ways.get(way.from)) {
      round.addFirst(way);
    }
    if (round.isEmpty()) {
      round.add(new Way(state, 0)); // all of its steps lead to the state itself
    }
    List<Long> names = round.stream().map(this::name).toList();
    return round(start, visited.path(state), names.size(), (walk, k) -> find(walk, names.get(k)));
  }

  // The walk may reach states in which interchangeable blocks are others than where a state was
  // first reached: a step has the same name in both.
  private long name(Way way) {
    Walk walk = walk(start, visited.path(way.from));
    return walk.machine().fingerprintUpToBlocks().name(walk.enabled().get(way.choice));
  }

  private static int find(Walk walk, long name) {
    Fingerprint names = walk.machine().fingerprintUpToBlocks();
    for (int choice = 0; choice < walk.enabled().size(); choice++) {
      if (names.name(walk.enabled().get(choice)) == name) {
        return choice;
      }
    }
    throw new IllegalStateException("no step of this name: " + name);
  }

  // Shortest ways, but for steps from a state to itself: one that leads on shows more of the loop.
  private Map<Integer, Way> waysBackTo(int state) {
    Map<Integer, Way> ways = new HashMap<>();
    Deque<Integer> open = new ArrayDeque<>(List.of(state));
    while (!ways.containsKey(state) && !open.isEmpty()) {
      int at = open.remove();
      for (int step = firstStep[at]; step < firstStep[at + 1]; step++) {
        int target = targets[step];
        if (target != at && ways.putIfAbsent(target, new Way(at, step - firstStep[at])) == null) {
          open.add(target);
        }
      }
    }
    return ways;
  }

  /** The livelock of a state from which every step leads to the same state. */
  static Finding at(Machine start, int[] path, int steps) {
    return round(start, path, steps, (_, k) -> k);
  }

  /** Says which step of a state comes next in a round. */
  private interface Chooser {
    int choice(Walk walk, int index);
  }

  private static Walk walk(Machine start, int[] path) {
    Walk walk = new Walk(start, Optional.empty());
    for (int choice : path) {
      walk.take(choice);
    }
    return walk;
  }

  // Where some wait at collectives that do not match, that is the finding, as in a final state.
  private static Finding round(Machine start, int[] path, int length, Chooser chooser) {
    Walk walk = walk(start, path);
    ImmutableList.Builder<WitnessStep> steps = ImmutableList.builder();
    BitSet agents = new BitSet();
    Machine reached = walk.machine().fork();
    for (int k = 0; k < length; k++) {
      int choice = chooser.choice(walk, k);
      walk.enabled().forEach(step -> agents.set(agent(walk.machine(), step)));
      steps.add(walk.describe(choice));
      walk.take(choice);
    }
    return Walk.mismatch(reached)
        .orElseGet(() ->
            new Finding.Livelock(
                ImmutableList.copyOf(new BlockedAgents(reached, agents).list()),
                steps.build(),
                Witness.NONE));
  }

  private static int agent(Machine machine, Step step) {
    return switch (step) {
      case Step.OfAgent of -> of.agent();
      case Step.OfGlimpse of -> of.agent();
      case Step.OfLook of -> of.agent();
      case Step.OfNetwork of ->
          machine.inFlight().get(of.event().operation()).operation().origin().agent();
      case Step.OfCache of -> agent(machine, of.step());
    };
  }
}
