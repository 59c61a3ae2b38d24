package org.shmemlab.model.explore;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.machine.Machine;

/**
 * Asks of states to which an execution came back whether any order of steps from there ends. A few
 * schedules drawn at random answer that for most; where they do not end, all states after it are
 * looked at ({@link Livelocks}).
 */
final class Endings {
  private static final int SCHEDULES = 4;
  private static final int MAX_STEPS = 2_000;
  private static final int MAX_STATES = 20_000;

  private final BooleanSupplier stop;
  private final Set<Long> ending = new HashSet<>(); // fingerprints
  private boolean unknown;

  Endings(BooleanSupplier stop) {
    this.stop = stop;
  }

  /** Whether it could not be told of some state. */
  boolean unknown() {
    return unknown;
  }

  /**
   * The livelock from a state, if no order of steps from there ends.
   *
   * @param state it is not changed
   * @return its witness begins in that state
   */
  Optional<Finding> livelock(Machine state) {
    if (state.hasFailed()) {
      return Optional.empty(); // who failed may have been slow
    }
    long fingerprint = state.fingerprint().value();
    if (ending.contains(fingerprint)) {
      return Optional.empty();
    }
    if (someScheduleEnds(state)) {
      ending.add(fingerprint);
      return Optional.empty();
    }
    boolean[] ended = {false};
    Exploration all =
        new Explorer(
                state,
                Optional.empty(), // of what came before, nothing is known here
                machine -> {
                  ended[0] = true;
                  return "";
                },
                new Effort(MAX_STATES, 0, () -> ended[0] || stop.getAsBoolean()))
            .run(finding -> !(finding instanceof Finding.Livelock));
    if (ended[0] || !all.findings().stream().allMatch(Finding.Livelock.class::isInstance)) {
      ending.add(fingerprint);
      return Optional.empty();
    }
    if (!all.complete()) {
      unknown = true;
      ending.add(fingerprint); // it is not asked again
      return Optional.empty();
    }
    return all.findings().stream().findFirst();
  }

  private boolean someScheduleEnds(Machine state) {
    Choices random = new SeededChoices(0);
    for (int schedule = 0; schedule < SCHEDULES; schedule++) {
      Walk walk = new Walk(state, Optional.empty());
      for (int step = 0; step < MAX_STEPS && goesOn(walk); step++) {
        walk.take(random.next(walk.enabled().size()));
      }
      if (!goesOn(walk)) {
        return true;
      }
    }
    return false;
  }

  private static boolean goesOn(Walk walk) {
    return !walk.enabled().isEmpty() && !walk.machine().hasFailed();
  }
}
