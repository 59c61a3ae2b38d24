package org.shmemlab.model.explore;

import com.google.common.collect.ImmutableSortedMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.explore.Exploration.Bound;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.Unwanted;
import org.shmemlab.model.spec.Conflicts;

/**
 * Runs schedules drawn from a seed, in turn uniformly at random and by {@link Priorities}, for
 * programs with more states than can be kept. Conflicts are found by clocks, so that a schedule
 * shows those, too, that it came close to. What it finds is so; what it does not find may still be
 * there.
 */
final class RandomWalks {
  /** A schedule that goes on for so many steps is given up. */
  static final int MAX_STEPS = 100_000;

  /** After so many steps, and each time they have doubled, it is asked whether any order ends. */
  private static final int MANY_STEPS = 1 << 10;

  /** So many steps are looked at, for conflicts, when an agent has failed. */
  private static final int STEPS_AFTER_FAILURE = 1 << 10;

  /** Depths of the bugs that schedules by priorities aim at: most bugs have one of these. */
  private static final int MAX_DEPTH = 3;

  private final Machine start;
  private final Optional<Conflicts> conflicts;
  private final Function<Machine, String> observe;
  private final Effort effort;

  private final TreeMap<String, Integer> outcomes = new TreeMap<>();
  private final Map<Object, Finding> findings = new LinkedHashMap<>();
  private final Endings endings;
  private long states;
  private long cut;
  private int longest = 1;
  private boolean stopped;

  /**
   * Prepares the walks.
   *
   * @param start the state to start from; it is not changed
   * @param conflicts how conflicts are found
   * @param observe what a final state shows
   * @param effort its budget counts schedules
   */
  RandomWalks(
      Machine start,
      Optional<Conflicts> conflicts,
      Function<Machine, String> observe,
      Effort effort) {
    this.start = start;
    this.conflicts = conflicts;
    this.observe = observe;
    this.effort = effort;
    this.endings = new Endings(effort.stop());
  }

  /** Runs the schedules and makes the witnesses short. */
  Exploration run() {
    Choices seeds = new SeededChoices(effort.seed());
    long schedule = 0;
    for (; schedule < effort.budget() && !stopped; schedule++) {
      try {
        walk(picking(schedule, new SeededChoices(seeds.bits(64))));
      } catch (Unwanted now) {
        stopped = true;
      }
    }
    long run = stopped ? schedule - 1 : schedule;
    Shortening shortening = new Shortening(start, conflicts, effort.stop());
    return new Exploration(
        ImmutableSortedMap.copyOf(outcomes),
        new Shortest(start, conflicts, effort.stop()).of(findings.values(), shortening::shorten),
        states,
        stopped && !effort.pace().isOver() ? new Bound.Stopped() : new Bound.Schedules(run, cut));
  }

  private Picking picking(long schedule, Choices random) {
    return schedule % 2 == 0
        ? enabled -> random.next(enabled.size())
        : new Priorities(random, 1 + (int) (schedule / 2 % MAX_DEPTH), longest);
  }

  private void walk(Picking picking) {
    Execution walk =
        conflicts.isPresent()
            ? new ClockWalk(start, conflicts.get(), effort.stop())
            : new Walk(start, Optional.empty(), effort.stop());
    Optional<Finding> livelock = Optional.empty();
    int steps = 0;
    int most = MAX_STEPS;
    while (!walk.enabled().isEmpty() && steps < most && livelock.isEmpty()) {
      if (effort.stop().getAsBoolean()) {
        stopped = true;
        return;
      }
      walk.take(picking.pick(walk.enabled()));
      steps++;
      if (most == MAX_STEPS && walk.machine().hasFailed()) {
        most = Math.min(MAX_STEPS, steps + STEPS_AFTER_FAILURE);
      }
      if (steps >= MANY_STEPS && Integer.bitCount(steps) == 1) {
        livelock = endings.livelock(walk.machine());
      }
    }
    states += steps + 1;
    longest = Math.max(longest, steps);
    List<Finding> found = new ArrayList<>(walk.findings());
    livelock.ifPresent(one -> found.add(walk.after(one)));
    found.forEach(one -> findings.merge(one.place(), one, RandomWalks::shorter));
    if (!found.stream().allMatch(Finding.Stale.class::isInstance)) {
      return; // what it ends in has no meaning
    }
    if (walk.enabled().isEmpty()) {
      outcomes.merge(observe.apply(walk.machine()), 1, Integer::sum);
    } else {
      cut++;
    }
  }

  private static Finding shorter(Finding one, Finding other) {
    return other.witness().choices().length() < one.witness().choices().length() ? other : one;
  }
}
