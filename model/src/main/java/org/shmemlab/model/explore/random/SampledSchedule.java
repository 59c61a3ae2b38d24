package org.shmemlab.model.explore.random;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchSpace;
import org.shmemlab.model.explore.execution.ClockWalk;
import org.shmemlab.model.explore.execution.Execution;
import org.shmemlab.model.explore.execution.Recurrence;
import org.shmemlab.model.explore.execution.SchedulingPolicy;
import org.shmemlab.model.explore.execution.Walk;
import org.shmemlab.model.explore.states.TerminationSearch;
import org.shmemlab.model.machine.Cancelled;
import org.shmemlab.model.machine.Machine;

/**
 * Runs one schedule that a policy picks.
 *
 * @param steps how many were taken
 * @param outcome that of its end, where it is defined
 * @param cut whether it was given up because it would not end
 */
record SampledSchedule(
    int steps, ImmutableList<Finding> findings, Optional<String> outcome, boolean cut) {
  /** A schedule that goes on for so many steps is given up. */
  static final int MAX_STEPS = 100_000;

  /** So many steps of plain memory are no choices. */
  private static final int MAX_PLAIN_STEPS = 1_000_000;

  /**
   * After so many steps, and each time they have doubled, it is asked whether any order ends, if
   * the agents go round.
   */
  private static final int MANY_STEPS = 1 << 10;

  /** So many steps are looked at, for conflicts, when an agent has failed. */
  private static final int STEPS_AFTER_FAILURE = 1 << 10;

  /**
   * Runs it.
   *
   * @param space its conflicts are found by clocks
   * @return empty where it was stopped
   */
  static Optional<SampledSchedule> run(
      SearchSpace space,
      SchedulingPolicy policy,
      BooleanSupplier stop,
      TerminationSearch termination) {
    try {
      Execution execution =
          space.conflicts().isPresent()
              ? ClockWalk.pastPlainSteps(
                  space.start(), space.conflicts().get(), stop, MAX_PLAIN_STEPS)
              : new Walk(space.start(), Optional.empty(), stop);
      Progress progress = new Progress(execution, stop, termination);
      int steps = execution.run(progress.watching(policy), progress::goesOn);
      return Optional.of(of(execution, steps, progress.livelock, space.observe()));
    } catch (Cancelled now) {
      return Optional.empty();
    }
  }

  private static SampledSchedule of(
      Execution execution,
      int steps,
      Optional<Finding> livelock,
      Function<Machine, String> observe) {
    ImmutableList.Builder<Finding> all = ImmutableList.builder();
    all.addAll(execution.findings());
    livelock.ifPresent(one -> all.add(execution.after(one)));
    ImmutableList<Finding> findings = all.build();
    boolean defined = findings.stream().allMatch(Finding.Stale.class::isInstance);
    boolean ended = execution.enabled().isEmpty();
    Optional<String> outcome =
        defined && ended ? Optional.of(observe.apply(execution.machine())) : Optional.empty();
    return new SampledSchedule(steps, findings, outcome, defined && !ended);
  }

  /** Decides after each step whether the schedule goes on. */
  private static final class Progress {
    private final Execution execution;
    private final BooleanSupplier stop;
    private final TerminationSearch termination;
    private final Recurrence recurrence = new Recurrence();
    private int most = MAX_STEPS;
    private Optional<Finding> livelock = Optional.empty();

    Progress(Execution execution, BooleanSupplier stop, TerminationSearch termination) {
      this.execution = execution;
      this.stop = stop;
      this.termination = termination;
    }

    SchedulingPolicy watching(SchedulingPolicy policy) {
      return enabled -> {
        int pick = policy.pick(enabled);
        recurrence.stepping(execution.machine(), enabled.get(pick).agent());
        return pick;
      };
    }

    boolean goesOn(int steps) {
      if (most == MAX_STEPS && execution.machine().hasFailed()) {
        most = Math.min(MAX_STEPS, steps + STEPS_AFTER_FAILURE);
      }
      if (Integer.bitCount(steps) == 1) {
        if (steps >= MANY_STEPS && recurrence.isOfAll()) {
          livelock = termination.livelock(execution.machine());
        }
        recurrence.begin();
      }
      boolean goesOn = steps < most && livelock.isEmpty();
      if (goesOn && stop.getAsBoolean()) {
        throw new Cancelled();
      }
      return goesOn;
    }
  }
}
