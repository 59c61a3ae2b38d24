package org.shmemlab.model.explore.execution;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.access.StaleLoad;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.Witness;
import org.shmemlab.model.explore.WitnessStep;
import org.shmemlab.model.explore.clock.ExecutionStep;
import org.shmemlab.model.explore.clock.HappensBefore;
import org.shmemlab.model.explore.clock.Race;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.machine.BlockedAgents;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.Steps;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.step.Step;

/**
 * Runs one execution, step by step from the initial state, until there is a conflict or no step is
 * enabled. The same choices give the same execution.
 */
public final class Walk implements Execution {
  private final Machine machine;
  private final Steps steps;
  private final Optional<Conflicts> conflicts;
  private final List<ProgramFailure> failures = new ArrayList<>(); // of the last step
  private final ImmutableIntArray.Builder choices = ImmutableIntArray.builder();
  private ImmutableList<Step> enabled = ImmutableList.of();
  private final List<Finding> findings = new ArrayList<>();
  private @Nullable List<WitnessStep> described; // the steps so far, where a witness will need them

  /**
   * Settles the first state.
   *
   * @param start where the execution begins; it is not changed
   * @param conflicts how conflicts are found; empty where none is looked for
   */
  public Walk(Machine start, Optional<Conflicts> conflicts) {
    this(start, conflicts, () -> false);
  }

  /**
   * The same for a caller that can cancel it.
   *
   * @param unwanted true ends this and each step that takes long with {@link
   *     org.shmemlab.model.machine.Cancelled}
   */
  public Walk(Machine start, Optional<Conflicts> conflicts, BooleanSupplier unwanted) {
    this(conflicts, HappensBefore.carriedBy(start, conflicts).fork(), unwanted);
  }

  /** The same of a machine that is the walk's own, with the listener that it has. */
  Walk(Optional<Conflicts> conflicts, Machine own, BooleanSupplier unwanted) {
    this.machine = own;
    this.steps = new Steps(machine).telling(failures::add).unless(unwanted);
    this.conflicts = conflicts;
    go(steps::settle);
  }

  /** A walk along another execution, up to the first conflict. */
  public static Walk along(List<ExecutionStep> executedSteps, Machine start, Conflicts conflicts) {
    return along(executedSteps, start, Optional.of(conflicts), conflicts, false);
  }

  /**
   * A walk along an execution that reached a finding which is no conflict.
   *
   * @param looking whether it ends at a conflict: with many agents, the search for one takes longer
   *     than the walk
   */
  public static Walk to(
      Finding finding,
      List<ExecutionStep> executedSteps,
      Machine start,
      Conflicts conflicts,
      boolean looking) {
    Optional<Conflicts> looked = looking ? Optional.of(conflicts) : Optional.empty();
    Walk walk = along(executedSteps, start, looked, conflicts, false);
    if (walk.isAt(finding)) {
      return walk;
    }
    Walk slower = along(executedSteps, start, looked, conflicts, true);
    return slower.isAt(finding) ? slower : walk;
  }

  // Steps are cut in another way here: one that is not possible was taken in settling. One that is
  // possible may be the next one of its agent, which only the count of its instructions decides.
  private static Walk along(
      List<ExecutionStep> executedSteps,
      Machine start,
      Optional<Conflicts> looked,
      Conflicts conflicts,
      boolean counting) {
    Machine own = HappensBefore.carriedBy(start, Optional.of(conflicts)).fork();
    HappensBefore happensBefore =
        own.happensBeforeListener() instanceof HappensBefore carried
            ? carried
            : new HappensBefore(own, conflicts);
    Walk walk = new Walk(looked, own, () -> false);
    walk.described = new ArrayList<>();
    for (ExecutionStep executed : executedSteps) {
      for (int choice = 0; choice < walk.enabled.size(); choice++) {
        Step step = walk.enabled.get(choice);
        if (happensBefore.name(step).equals(executed.move())
            && !(counting && HappensBefore.executed(own, step) > executed.executed())) {
          walk.take(choice);
          break;
        }
      }
    }
    return walk;
  }

  // The successors of a conflict are undefined.
  private boolean isAt(Finding finding) {
    return metConflict()
        || Stream.concat(findings.stream(), mismatch(machine).stream())
            .anyMatch(found -> found.identity().equals(finding.identity()));
  }

  /**
   * The shortest of some schedules to a data race: the steps that happen-before both accesses open
   * their windows together, where that is possible. One that hands a value over to the other
   * without an order of memory has to be done first, and then it takes both.
   */
  public static Walk to(
      Race race, List<ExecutionStep> executedSteps, Machine start, Conflicts conflicts) {
    List<Predicate<ExecutionStep>> ways = List.of(race::comesAfter, race::ends, _ -> true);
    Walk walk = null;
    for (Predicate<ExecutionStep> way : ways) {
      walk = along(executedSteps.stream().filter(way).toList(), start, conflicts);
      if (walk.metConflict()) {
        return walk;
      }
    }
    return Objects.requireNonNull(walk);
  }

  /**
   * Makes the witness of a schedule.
   *
   * @throws IndexOutOfBoundsException if a choice is none of those that the machine has then
   */
  public static Witness witness(Machine start, ImmutableIntArray choices, boolean shortest) {
    Walk walk = new Walk(start, Optional.empty());
    List<WitnessStep> described = new ArrayList<>();
    walk.described = described;
    choices.forEach(walk::take);
    return new Witness(choices, ImmutableList.copyOf(described), shortest);
  }

  @Override
  public ImmutableList<Step> enabled() {
    return enabled;
  }

  @Override
  public ImmutableList<Finding> findings() {
    return ImmutableList.copyOf(findings);
  }

  /** Whether it ended at a conflict, whose successors are undefined. */
  public boolean metConflict() {
    return findings.stream().anyMatch(Finding.DataRace.class::isInstance);
  }

  /** The steps that a walk along moves has taken. */
  public Witness witness() {
    return new Witness(choices(), ImmutableList.copyOf(Objects.requireNonNull(described)), false);
  }

  /** The choices so far. */
  public ImmutableIntArray choices() {
    return choices.build();
  }

  @Override
  public Machine machine() {
    return machine;
  }

  @Override
  public void take(int choice) {
    Step step = enabled.get(choice);
    Optional<StaleLoad> load = steps.staleLoad(step);
    if (described != null) {
      described.add(describe(choice));
    }
    choices.add(choice);
    load.ifPresent(found -> find(new Finding.Stale(found, Witness.NONE)));
    go(() -> steps.take(step));
  }

  /** Takes choices up to one that is not possible here, as after a conflict, or the last. */
  public void takeWhilePossible(ImmutableIntArray choices) {
    for (int i = 0; i < choices.length() && choices.get(i) < enabled.size(); i++) {
      take(choices.get(i));
    }
  }

  /**
   * Describes a step that is enabled now.
   *
   * @param choice its index among the enabled ones
   * @throws IndexOutOfBoundsException if there is no such step
   */
  public WitnessStep describe(int choice) {
    return describe(enabled.get(choice));
  }

  private WitnessStep describe(Step step) {
    return switch (step) {
      case Step.OfAgent of -> describe(of.agent(), "");
      case Step.OfGlimpse of ->
          describe(
              of.agent(),
              "sees early the signal of "
                  + machine.inFlight().get(of.operation()).operation().origin().line());
      case Step.OfLook of when machine.next(of.agent()) instanceof Instruction.Atomic ->
          describe(of.agent(), "takes effect before newer writes of its word: " + of.answer());
      case Step.OfLook of ->
          describe(
              of.agent(),
              of.answer() == Step.OfLook.ON
                  ? "looks at its words one by one, and at some before what comes next"
                  : "gives answer " + (of.answer() + 1) + " of those that are possible");
      case Step.OfNetwork of -> {
        Operation operation = machine.inFlight().get(of.event().operation()).operation();
        yield new WitnessStep(
            operation.pe(),
            issuer(operation.origin()),
            of.event().kind() + (operation.words() > 1 ? " word " + of.event().from() : ""),
            true,
            operation.origin().line());
      }
      case Step.OfCache of -> {
        WitnessStep described = describe(of.step());
        String what = (described.what() + " finds an old value in its cache").strip();
        yield new WitnessStep(
            described.pe(), described.agent(), what, described.network(), described.line());
      }
    };
  }

  private WitnessStep describe(int number, String how) {
    Agent agent = machine.agent(number);
    if (agent == null) {
      throw new IllegalStateException("a step of an agent that has ended");
    }
    return new WitnessStep(agent.pe(), machine.describe(agent), how, false, machine.line(agent));
  }

  // The agent may have ended since.
  private static String issuer(Origin origin) {
    return "PE "
        + origin.pe()
        + (origin.onDevice()
            ? " thread " + origin.thread() + " of block " + origin.block()
            : origin.onStream() ? " stream" : " host");
  }

  /**
   * The finding of a state in which no step is enabled: collectives that do not match, or the
   * blocked agents; empty where every PE has ended. A wait on a word without a value is itself the
   * finding. After a failure, a blocked agent may wait for the one that failed.
   */
  public static Optional<Finding> wrongAtEnd(Machine machine) {
    Optional<Finding> mismatch = mismatch(machine);
    return mismatch.isPresent() || machine.hasFailed() ? mismatch : stuck(machine);
  }

  /**
   * Collectives at which all have arrived, and that do not match: no agent continues from there.
   */
  public static Optional<Finding> mismatch(Machine machine) {
    return machine.mismatch().map(failure -> new Finding.Failure(failure, Witness.NONE));
  }

  /** The finding of a state from which no agent goes on by itself; empty where all have ended. */
  public static Optional<Finding> stuck(Machine machine) {
    for (int pe = 0; pe < machine.job().pes(); pe++) {
      if (machine.exitStatus(pe) == null) {
        return Optional.of(
            machine
                .disagreement()
                .<Finding>map(failure -> new Finding.Failure(failure, Witness.NONE))
                .orElseGet(() -> stuckOrWrong(machine)));
      }
    }
    return Optional.empty();
  }

  private static Finding stuckOrWrong(Machine machine) {
    try {
      return new Finding.Deadlock(
          ImmutableList.copyOf(new BlockedAgents(waiting(machine)).list()), Witness.NONE);
    } catch (ProgramFailure failure) {
      return new Finding.Failure(failure, Witness.NONE);
    }
  }

  // Each agent that stands before a wait enters it, so that it can report its condition.
  private static Machine waiting(Machine stuck) {
    Machine machine = stuck.fork();
    Steps steps = new Steps(machine);
    ImmutableIntArray live = machine.liveAgents();
    for (int i = 0; i < live.length(); i++) {
      if (!steps.spins(live.get(i))) {
        machine.run(live.get(i), 1);
      }
    }
    return machine;
  }

  private void go(Runnable step) {
    int issued = machine.inFlight().issued();
    enabled = ImmutableList.of();
    failures.clear();
    boolean over = false;
    try {
      step.run();
    } catch (ProgramFailure failure) {
      failures.add(failure);
      over = true;
    }
    Optional<Conflicts.Conflict> conflict =
        conflicts
            .flatMap(detector -> detector.find(machine, steps, issued))
            .or(() -> HappensBefore.carriedConflict(machine, steps));
    if (conflict.isPresent()) {
      find(new Finding.DataRace(conflict.get(), Witness.NONE));
      return;
    }
    failures.forEach(failure -> find(new Finding.Failure(failure, Witness.NONE)));
    if (over) {
      return;
    }
    enabled = ImmutableList.copyOf(steps.enabled());
    if (enabled.isEmpty()) {
      wrongAtEnd(machine).ifPresent(this::find);
    } else if (steps.mayEndHere(enabled)) {
      stuck(machine).ifPresent(this::find);
    }
  }

  @Override
  public Finding after(Finding found) {
    ImmutableIntArray all =
        ImmutableIntArray.builder().addAll(choices()).addAll(found.witness().choices()).build();
    return found.with(new Witness(all, ImmutableList.of(), false));
  }

  private void find(Finding found) {
    findings.add(after(found));
  }
}
