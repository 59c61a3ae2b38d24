package org.shmemlab.model.explore.states;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableLongArray;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.access.StaleLoad;
import org.shmemlab.model.explore.clock.HappensBefore;
import org.shmemlab.model.explore.execution.SchedulingPolicy;
import org.shmemlab.model.explore.states.Frontier.Node;
import org.shmemlab.model.job.Fingerprint;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.machine.Cancelled;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.Steps;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Conflicts.Conflict;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Step;

/**
 * Takes every step of a state that is not asleep ({@link SleepSets} says why that is enough). It
 * reads the known states and changes nothing, so that several states can be expanded at the same
 * time.
 */
final class Expansion {
  /** From this many enabled steps on, an expansion polls for cancellation. */
  private static final int MANY = 64;

  private final BooleanSupplier stop;
  private volatile boolean cut; // states are expanded by several threads
  private final VisitedStates visited;
  private final Optional<Conflicts> conflicts;

  /** The result of a step. */
  sealed interface Child {
    /** The step. */
    Taken taken();
  }

  /**
   * A step that was taken.
   *
   * @param choice its index
   * @param stale the finding about its loads
   * @param failures failures of agents, in it or before their next steps
   */
  record Taken(int choice, Optional<StaleLoad> stale, ImmutableList<ProgramFailure> failures) {}

  /** Nothing: an operation could not go on. */
  record Nowhere(Taken taken) implements Child {}

  /**
   * A state that was known before.
   *
   * @param asleep names of steps that need not be taken there
   */
  record Known(Taken taken, int number, ImmutableLongArray asleep) implements Child {}

  /**
   * A state that was not known before.
   *
   * @param steps steps enabled there
   * @param conflict the finding that ends the search there
   * @param possible the steps that are possible there
   * @param bounded whether an agent has looked in vain as often as it may
   * @param asleep names of those that need not be taken there
   */
  record Reached(
      Taken taken,
      long fingerprint,
      Steps steps,
      Optional<Conflict> conflict,
      List<Step> possible,
      boolean bounded,
      ImmutableLongArray asleep)
      implements Child {}

  /** A step of the state that is expanded, with its accesses. */
  private record Candidate(Step step, List<Access> touched) {}

  /**
   * Prepares expansions.
   *
   * @param visited the states that are known
   * @param conflicts how conflicts are found; empty where the rules define every order, and then
   *     nothing sleeps
   * @param stop asked within an expansion, too, where there are many agents or steps: one
   *     expansion, and even one step, takes long
   */
  Expansion(VisitedStates visited, Optional<Conflicts> conflicts, BooleanSupplier stop) {
    this.visited = visited;
    this.conflicts = conflicts;
    this.stop = stop;
  }

  /** Whether an expansion was stopped, so that steps of some state were not taken. */
  boolean cut() {
    return cut;
  }

  /** The initial state. */
  Child first(Machine machine) {
    return reach(new Steps(machine), null, -1, List.of());
  }

  /**
   * The results of a state's steps, in their order.
   *
   * @param node its machine is used up
   * @param asleep names of steps that need not be taken
   */
  List<Child> expand(Node node, ImmutableLongArray asleep) {
    List<Candidate> candidates = candidates(node);
    List<Candidate> before = new ArrayList<>(); // siblings that need not be taken after others
    boolean[] sleeps = new boolean[candidates.size()];
    int last = -1;
    @Nullable Fingerprint names = asleep.isEmpty() ? null : node.machine().fingerprintUpToBlocks();
    for (int choice = 0; choice < sleeps.length; choice++) {
      sleeps[choice] = names != null && asleep.contains(names.name(node.possible().get(choice)));
      if (sleeps[choice]) {
        before.add(candidates.get(choice));
      } else {
        last = choice;
      }
    }
    List<Child> children = new ArrayList<>();
    boolean large = Math.max(node.machine().agentLimit(), node.possible().size()) >= MANY;
    for (int choice = 0; choice <= last; choice++) {
      if (large && stop.getAsBoolean()) {
        cut = true;
        return children;
      }
      if (!sleeps[choice]) {
        // The last child takes over the parent's machine, which is needed no more.
        Steps steps = choice == last ? node.steps() : new Steps(node.machine().fork());
        Child child = reach(steps, candidates.get(choice), choice, before);
        children.add(child);
        if (conflicts.isPresent() && goesOn(child, node.number())) {
          before.add(candidates.get(choice));
        }
      }
    }
    return children;
  }

  private List<Candidate> candidates(Node node) {
    List<Candidate> candidates = new ArrayList<>(node.possible().size());
    boolean alone = conflicts.isEmpty() || node.possible().size() == 1;
    for (Step step : node.possible()) {
      candidates.add(new Candidate(step, alone ? List.of() : node.steps().touched(step)));
    }
    return candidates;
  }

  // A step from a state to itself is taken in each: it may be the only enabled one.
  private boolean goesOn(Child child, int state) {
    return switch (child) {
      case Nowhere _ -> false;
      case Known known -> known.number() != state && !visited.isDeadEnd(known.number());
      case Reached reached -> reached.conflict().isEmpty() && !reached.possible().isEmpty();
    };
  }

  // Takes a step (none for the first state).
  private Child reach(Steps steps, @Nullable Candidate taken, int choice, List<Candidate> before) {
    List<ProgramFailure> failures = new ArrayList<>(0);
    steps.telling(failures::add).unless(stop);
    Machine machine = steps.machine();
    int issued = machine.inFlight().issued();
    boolean ran = true;
    boolean over = false;
    Optional<StaleLoad> stale = Optional.empty();
    try {
      if (taken == null) {
        steps.settle();
      } else {
        stale = steps.staleLoad(taken.step());
        ran = steps.take(taken.step());
      }
    } catch (ProgramFailure failure) {
      failures.add(failure);
      over = true;
    } catch (Cancelled stopped) {
      cut = true;
      return new Nowhere(new Taken(choice, Optional.empty(), ImmutableList.of()));
    }
    if (!failures.isEmpty() && conflict(machine, steps, issued).isPresent()) {
      failures.clear(); // a conflict comes first
      over = false;
    }
    Taken step = new Taken(choice, stale, ImmutableList.copyOf(failures));
    if (over) {
      return new Nowhere(step);
    }
    Fingerprint fingerprint = machine.fingerprintUpToBlocks();
    long value = fingerprint.value();
    ImmutableLongArray asleep = asleep(steps, fingerprint, taken, ran, before);
    int number = visited.find(value);
    if (number >= 0) {
      return new Known(step, number, asleep);
    }
    // Where no agent went on, no access is open or next that was not before.
    Optional<Conflict> conflict =
        ran ? conflict(machine, steps, issued) : HappensBefore.carriedConflict(machine, steps);
    List<Step> enabled = conflict.isPresent() ? ImmutableList.of() : steps.enabled();
    boolean bounded = conflict.isEmpty() && steps.bounded();
    return new Reached(step, value, steps, conflict, enabled, bounded, asleep);
  }

  private Optional<Conflict> conflict(Machine machine, Steps steps, int issued) {
    return conflicts
        .flatMap(detector -> detector.find(machine, steps, issued))
        .or(() -> HappensBefore.carriedConflict(machine, steps));
  }

  // The earlier siblings that commute with the step: taken after it, they lead to states that are
  // reached from them.
  private ImmutableLongArray asleep(
      Steps steps,
      Fingerprint fingerprint,
      @Nullable Candidate taken,
      boolean ran,
      List<Candidate> before) {
    if (taken == null || before.isEmpty()) {
      return ImmutableLongArray.of();
    }
    ImmutableLongArray.Builder names = ImmutableLongArray.builder(before.size());
    for (Candidate earlier : before) {
      if (independent(earlier, taken) && (!ran || steps.enablesNoAgent(earlier.step()))) {
        names.add(fingerprint.name(earlier.step()));
      }
    }
    return names.build();
  }

  private boolean independent(Candidate a, Candidate b) {
    return SchedulingPolicy.actor(a.step()) != SchedulingPolicy.actor(b.step())
        && conflicts.orElseThrow().independent(a.touched(), b.touched());
  }
}
