package org.shmemlab.model.explore.states;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.SearchSpace;
import org.shmemlab.model.explore.execution.SchedulingPolicy;
import org.shmemlab.model.explore.execution.Walk;
import org.shmemlab.model.machine.Cancelled;
import org.shmemlab.model.machine.Machine;

/**
 * Asks of states to which an execution came back whether any order of steps from there ends. A few
 * schedules drawn at random answer that for most; where they do not end, all states after it are
 * looked at ({@link Livelocks}). First few steps and states, since most loops are small.
 */
public final class TerminationSearch {
  private static final int SCHEDULES = 4;
  private static final long STATES_PER_STEP = 10;
  private static final int[] STEPS = {100, 2_000}; // of a schedule
  private static final int BETWEEN_LOOKS = 32; // steps; of ten thousand operations, a second

  private final BooleanSupplier stop;
  private final Map<Long, Optional<Finding>> livelocks = new HashMap<>(); // by fingerprint
  private boolean unknown;

  public TerminationSearch(BooleanSupplier stop) {
    this.stop = stop;
  }

  /** Whether the answer is unknown for a state. */
  public boolean unknown() {
    return unknown;
  }

  /**
   * The livelock from a state, if no order of steps from there ends.
   *
   * @param state it is not changed
   * @return its witness begins in that state
   */
  public Optional<Finding> livelock(Machine state) {
    if (state.hasFailed()) {
      return Optional.empty(); // the agent that failed may have been slow
    }
    try {
      return livelocks.computeIfAbsent(state.fingerprint().value(), _ -> search(state));
    } catch (Cancelled now) {
      unknown = true;
      return Optional.empty();
    }
  }

  private Optional<Finding> search(Machine state) {
    for (int steps : STEPS) {
      if (someScheduleEnds(state, steps)) {
        return Optional.empty();
      }
      boolean[] ended = {false};
      Exploration all =
          new Explorer(
                  new SearchSpace(
                      state,
                      Optional.empty(), // the states before are unknown here
                      machine -> {
                        ended[0] = true;
                        return "";
                      }),
                  new SearchOptions(
                      STATES_PER_STEP * steps, 0, () -> ended[0] || stop.getAsBoolean()))
              .run(finding -> !isOfLoop(finding, state));
      if (ended[0] || !all.findings().stream().allMatch(finding -> isOfLoop(finding, state))) {
        return Optional.empty();
      }
      if (all.complete()) {
        return all.findings().stream().findFirst();
      }
    }
    unknown = true;
    return Optional.empty();
  }

  // Where collectives do not match already, no successor has another end.
  private static boolean isOfLoop(Finding finding, Machine state) {
    return finding instanceof Finding.Livelock
        || Walk.mismatch(state)
            .filter(wrong -> wrong.identity().equals(finding.identity()))
            .isPresent();
  }

  private boolean someScheduleEnds(Machine state, int steps) {
    SchedulingPolicy random = SchedulingPolicy.uniform(new SeededChoices(0));
    for (int schedule = 0; schedule < SCHEDULES; schedule++) {
      Walk walk = new Walk(state, Optional.empty(), stop);
      walk.run(random, taken -> taken < steps && goesOn(walk, taken));
      if (walk.enabled().isEmpty() || walk.machine().hasFailed()) {
        return true;
      }
    }
    return false;
  }

  private boolean goesOn(Walk walk, int taken) {
    if (walk.machine().hasFailed()) {
      return false;
    }
    if (taken % BETWEEN_LOOKS == 0 && stop.getAsBoolean()) {
      throw new Cancelled();
    }
    return true;
  }
}
