package org.shmemlab.model.explore;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.Exploration.Bound;
import org.shmemlab.model.machine.Agent;
import org.shmemlab.model.machine.BlockedAgents;
import org.shmemlab.model.machine.Fingerprint;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.ProgramFailure;
import org.shmemlab.model.machine.Step;
import org.shmemlab.model.machine.Steps;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Conflicts.Conflict;

/**
 * Walks every state that a machine can reach, breadth first, so that the first path to anything is
 * a shortest one. A state with a conflict or a failure is not continued: what comes after has no
 * meaning.
 */
public final class Explorer {
  private final Machine start;
  private final Optional<Conflicts> conflicts;
  private final Function<Machine, String> observe;
  private final long budget;
  private final BooleanSupplier stop;

  private final VisitedStates visited = new VisitedStates();
  private final TreeMap<String, Integer> outcomes = new TreeMap<>();
  private final Map<Object, Finding> findings = new LinkedHashMap<>();

  private record Node(int number, Machine machine) {}

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
    this.start = start;
    this.conflicts = conflicts;
    this.observe = observe;
    this.budget = budget;
    this.stop = stop;
  }

  /** Explores. */
  public Exploration run() {
    ArrayDeque<Node> frontier = new ArrayDeque<>();
    Bound bound = Bound.COMPLETE;
    reach(start.fork(), null, -1, -1, frontier);
    while (!frontier.isEmpty()) {
      if (visited.count() > budget) {
        bound = Bound.BUDGET;
        break;
      }
      if (stop.getAsBoolean()) {
        bound = Bound.STOPPED;
        break;
      }
      expand(frontier.removeFirst(), frontier);
    }
    return new Exploration(
        ImmutableSortedMap.copyOf(outcomes),
        ImmutableList.copyOf(findings.values()),
        visited.count(),
        bound);
  }

  private void expand(Node node, ArrayDeque<Node> frontier) {
    List<Step> steps = new Steps(node.machine()).enabled();
    for (int choice = 0; choice < steps.size(); choice++) {
      // The last child takes over the parent's machine, which nobody needs any more.
      Machine child = choice == steps.size() - 1 ? node.machine() : node.machine().fork();
      reach(child, steps.get(choice), node.number(), choice, frontier);
    }
  }

  // Takes a step (none for the first state) and keeps the state it leads to if it is new.
  private void reach(
      Machine machine, @Nullable Step step, int parent, int choice, ArrayDeque<Node> frontier) {
    Steps steps = new Steps(machine);
    int issued = machine.inFlight().issued();
    try {
      if (step == null) {
        steps.settle();
      } else {
        steps.take(step);
      }
    } catch (ProgramFailure failure) {
      find(
          witness -> new Finding.Failure(failure, witness),
          () -> visited.add(unique(), parent, choice));
      return;
    }
    int number = visited.add(Fingerprint.of(machine), parent, choice);
    if (number < 0) {
      return;
    }
    Optional<Conflict> conflict =
        conflicts.flatMap(detector -> detector.find(machine, steps, issued));
    if (conflict.isPresent()) {
      find(witness -> new Finding.Undefined(conflict.get(), witness), () -> number);
      return;
    }
    if (steps.enabled().isEmpty()) {
      end(machine, number);
    } else {
      frontier.addLast(new Node(number, machine));
    }
  }

  private void end(Machine machine, int number) {
    for (int pe = 0; pe < machine.job().pes(); pe++) {
      if (machine.exitStatus(pe) == null) {
        ImmutableList<BlockedAgents.Blocked> blocked =
            ImmutableList.copyOf(new BlockedAgents(machine).list());
        find(witness -> new Finding.Stuck(blocked, witness), () -> number);
        return;
      }
    }
    outcomes.merge(observe.apply(machine), 1, Integer::sum);
  }

  // Failures are no states of their own; each gets a number that no fingerprint is likely to have.
  private long unique() {
    return -1L - visited.count();
  }

  // Keeps the first finding of a place; breadth first, its path is a shortest one.
  private void find(Function<ImmutableList<WitnessStep>, Finding> finding, IntSupplier state) {
    Object place = finding.apply(ImmutableList.of()).place();
    if (!findings.containsKey(place)) {
      findings.put(place, finding.apply(witness(state.getAsInt())));
    }
  }

  // Replays the choices that lead to a state and tells each step.
  private ImmutableList<WitnessStep> witness(int state) {
    List<WitnessStep> told = new ArrayList<>();
    Machine machine = start.fork();
    Steps steps = new Steps(machine);
    try {
      steps.settle();
      for (int choice : visited.path(state)) {
        Step step = steps.enabled().get(choice);
        told.add(tell(machine, step));
        steps.take(step);
      }
    } catch (ProgramFailure failure) {
      // it ends its own witness, which has no step if it came before all of them
    }
    return ImmutableList.copyOf(told);
  }

  private static WitnessStep tell(Machine machine, Step step) {
    return switch (step) {
      case Step.OfAgent of -> {
        Agent agent = machine.agent(of.agent());
        if (agent == null) {
          throw new IllegalStateException("a step of an agent that has ended");
        }
        yield new WitnessStep(agent.pe(), machine.describe(agent), false, machine.line(agent));
      }
      case Step.OfNetwork of -> {
        Pending pending = machine.inFlight().get(of.event().operation());
        Operation operation = pending.operation();
        yield new WitnessStep(
            operation.pe(),
            of.event().kind() + (operation.words() > 1 ? " word " + of.event().from() : ""),
            true,
            operation.origin().line());
      }
    };
  }
}
