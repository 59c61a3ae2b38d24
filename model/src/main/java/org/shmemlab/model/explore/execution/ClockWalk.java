package org.shmemlab.model.explore.execution;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.Witness;
import org.shmemlab.model.explore.clock.ExecutionStep;
import org.shmemlab.model.explore.clock.HappensBefore;
import org.shmemlab.model.explore.clock.Race;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.Steps;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Access.Use;
import org.shmemlab.model.step.Step;

/**
 * Runs one execution and finds by vector clocks two accesses that are not ordered, whether or not
 * their windows were ever open in one state: the second detector of the memory model, section 5. It
 * continues until a conflict is found or no step is enabled.
 *
 * <p>Steps that access nothing but plain memory may be taken as soon as they are enabled ({@link
 * #pastPlainSteps}). No order of two of them is lost: where two accesses of plain memory are
 * dependent and nothing orders them, that is a data race, which clocks find in either order; and
 * all others commute.
 */
public final class ClockWalk implements Execution {
  /** After so many rounds of plain steps the policy decides, too: a loop of these has no end. */
  private static final int MOST_ROUNDS = 1_000;

  /** After so many rounds, a power of two, agents that come back to where they were are noticed. */
  private static final int MANY_ROUNDS = 64;

  private final Machine start;
  private final Conflicts conflicts;
  private final int mostPassed;
  private final Machine machine;
  private final HappensBefore happensBefore;
  private final Steps steps;
  private ImmutableList<Step> enabled = ImmutableList.of();
  private boolean over; // an event failed, and with it everything
  private int taken;
  private int passed; // of these
  private final Recurrence recurrence = new Recurrence(); // in rounds of plain steps
  private final Set<Integer> polling = new HashSet<>(); // agents that come back in these
  private final List<Found> onTheWay = new ArrayList<>();
  private final Set<Object> places = new HashSet<>(); // of these

  /** A failure of an agent after these steps, or a state at which all agents may wait for ever. */
  private record Found(Finding finding, ImmutableList<ExecutionStep> executedSteps) {}

  /**
   * Settles the first state.
   *
   * @param start where the execution begins; it is not changed
   */
  public ClockWalk(Machine start, Conflicts conflicts) {
    this(start, conflicts, () -> false);
  }

  /**
   * The same for a caller that can cancel it.
   *
   * @param unwanted true ends this and each step that takes long with {@link
   *     org.shmemlab.model.machine.Cancelled}
   */
  public ClockWalk(Machine start, Conflicts conflicts, BooleanSupplier unwanted) {
    this(start, conflicts, unwanted, 0);
  }

  /**
   * An execution in which only those steps are choices that access more than plain memory.
   *
   * @param most steps that are passed so; a loop of plain steps may have no end, and each step is
   *     kept, so after that many all steps are choices
   */
  public static ClockWalk pastPlainSteps(
      Machine start, Conflicts conflicts, BooleanSupplier unwanted, int most) {
    return new ClockWalk(start, conflicts, unwanted, most);
  }

  private ClockWalk(Machine start, Conflicts conflicts, BooleanSupplier unwanted, int mostPassed) {
    this.start = start;
    this.conflicts = conflicts;
    this.mostPassed = mostPassed;
    this.machine = start.fork();
    this.happensBefore = new HappensBefore(machine, conflicts);
    this.steps =
        new Steps(machine, happensBefore::isWatched).telling(this::failed).unless(unwanted);
    go(steps::settle);
  }

  @Override
  public ImmutableList<Step> enabled() {
    return enabled;
  }

  @Override
  public Machine machine() {
    return machine;
  }

  /** Two accesses whose windows are open right now, as the other detector finds them. */
  public Optional<Conflicts.Conflict> windows() {
    return conflicts.find(machine, steps, 0);
  }

  @Override
  public void take(int choice) {
    Step step = enabled.get(choice);
    List<Access> touched = steps.touched(step);
    if (touched.stream().anyMatch(access -> access.use() == Use.EXIT)) {
      happensBefore.recordBlockedAccesses(steps); // for the last time
    }
    happensBefore.stepping(taken++, step, inMemory(touched));
    go(() -> steps.take(step));
  }

  // Which of two agents of a PE calls first orders nothing that they do.
  private static List<Access> inMemory(List<Access> touched) {
    return touched.stream()
        .filter(access -> access.place().space() != Space.NONE || access.use() == Use.ARRIVAL)
        .toList();
  }

  @Override
  public ImmutableList<Finding> findings() {
    ImmutableList.Builder<Finding> findings = ImmutableList.builder();
    onTheWay.forEach(found -> findings.add(along(found.finding, found.executedSteps)));
    Optional<Race> race = happensBefore.conflict();
    if (race.isPresent()) {
      Walk walk = Walk.to(race.get(), happensBefore.executedSteps(), start, conflicts);
      findings.add(shown(new Finding.DataRace(race.get().conflict(), Witness.NONE), walk));
    } else if (enabled.isEmpty() && !over) {
      Walk.wrongAtEnd(machine)
          .ifPresent(wrong -> findings.add(along(wrong, happensBefore.executedSteps())));
    }
    return findings.build();
  }

  @Override
  public Finding after(Finding found) {
    Walk walk = Walk.along(happensBefore.executedSteps(), start, conflicts);
    walk.takeWhilePossible(found.witness().choices());
    ImmutableList<Finding> findings = walk.findings();
    return findings.isEmpty()
        ? found.with(new Witness(walk.choices(), ImmutableList.of(), false))
        : findings.getLast();
  }

  private Finding along(Finding finding, List<ExecutionStep> executedSteps) {
    return shown(finding, Walk.to(finding, executedSteps, start, conflicts, true));
  }

  // Where windows overlap, the finding is that of the windows: the same for both orders of the
  // accesses.
  private Finding shown(Finding finding, Walk walk) {
    Finding last = Iterables.getLast(walk.findings(), finding);
    return (last instanceof Finding.DataRace ? last : finding).with(walk.witness());
  }

  private void go(Runnable step) {
    enabled = ImmutableList.of();
    List<Step> possible = List.of();
    try {
      step.run();
      possible = passPlainSteps();
    } catch (ProgramFailure wrong) {
      failed(wrong);
      over = true;
    }
    if (happensBefore.conflict().isEmpty() && !over) {
      enabled = ImmutableList.copyOf(possible);
      if (steps.mayEndHere(enabled) && !machine.hasFailed()) {
        Walk.stuck(machine).ifPresent(this::found);
      }
    }
    if (enabled.isEmpty()) {
      happensBefore.recordBlockedAccesses(steps);
    }
  }

  // Takes all steps that access nothing but plain memory, and lists those that are possible then.
  // Those of an agent that comes back to where it was, as one that polls by gets does, are choices
  // from then on: it may wait for what the policy has to decide.
  private List<Step> passPlainSteps() {
    List<Step> possible = steps.enabled();
    for (int round = 0;
        round < MOST_ROUNDS && passed < mostPassed && happensBefore.conflict().isEmpty();
        round++) {
      boolean looking = round >= MANY_ROUNDS / 2;
      if (looking && Integer.bitCount(round) == 1) {
        if (round >= MANY_ROUNDS) {
          polling.addAll(recurrence.agents());
        }
        recurrence.begin();
      }
      boolean any = false;
      for (Step step : possible) {
        List<Access> touched = steps.touched(step);
        if (conflicts.arePlain(touched) && !polling.contains(caller(step))) {
          if (looking) {
            recurrence.stepping(machine, caller(step));
          }
          happensBefore.stepping(taken++, step, touched);
          steps.perform(step);
          passed++;
          any = true;
        }
      }
      if (!any) {
        break;
      }
      steps.settle();
      possible = steps.enabled();
    }
    return possible;
  }

  private int caller(Step step) {
    return step instanceof Step.OfNetwork of
        ? machine.inFlight().get(of.event().operation()).operation().origin().agent()
        : step.agent();
  }

  private void failed(ProgramFailure failure) {
    if (happensBefore.conflict().isEmpty()) {
      found(new Finding.Failure(failure, Witness.NONE));
    }
  }

  private void found(Finding finding) {
    if (places.add(finding.identity())) { // the same of thousands of threads is one mistake
      onTheWay.add(new Found(finding, ImmutableList.copyOf(happensBefore.executedSteps())));
    }
  }
}
