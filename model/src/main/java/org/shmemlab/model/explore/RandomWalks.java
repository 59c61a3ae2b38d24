package org.shmemlab.model.explore;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.explore.Exploration.Bound;
import org.shmemlab.model.explore.SampledResults.Moment;
import org.shmemlab.model.explore.SampledResults.Sighting;
import org.shmemlab.model.machine.Cancelled;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.spec.Conflicts;

/**
 * Runs schedules drawn from a seed, alternately uniformly at random and by {@link PctPolicy}, for
 * programs with more states than can be kept. Conflicts are found by clocks, so that a schedule
 * also shows those that it does not run into. Its findings are real; those that it does not find
 * may still exist.
 *
 * <p>Schedules fall into blocks. The lengths of schedules, which one schedule passes to the next,
 * are forgotten at the end of a block, so that blocks can be run anywhere and in any order.
 */
final class RandomWalks implements RandomSchedules {
  private static final int SEED_BITS = 64;

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
  private final SearchOptions options;
  private final TerminationSearch termination;
  private final BooleanSupplier stop;
  private boolean stopped;
  private Choices seeds;
  private long drawn; // of the seeds
  private final Map<Object, Integer> fewestSteps = new HashMap<>(); // by place
  private final Map<Moment, Finding> shown = new HashMap<>(); // looked up only

  /**
   * Prepares the walks.
   *
   * @param start the state to start from; it is not changed
   * @param conflicts how conflicts are found
   * @param observe the outcome of a final state
   * @param options its budget counts schedules
   */
  RandomWalks(
      Machine start,
      Optional<Conflicts> conflicts,
      Function<Machine, String> observe,
      SearchOptions options) {
    this.start = start;
    this.conflicts = conflicts;
    this.observe = observe;
    this.options = options;
    this.termination = new TerminationSearch(options.stop());
    this.stop = options.stop();
    this.seeds = new SeededChoices(options.seed());
  }

  /** Runs the schedules and makes the witnesses short. */
  Exploration run() {
    SampledResults seen = options.walkers().run(this);
    ImmutableList<Finding> findings = findings(seen);
    ScheduleMinimization minimization = new ScheduleMinimization(start, conflicts, stop);
    return new Exploration(
        seen.outcomes(),
        new ShortestWitnesses(start, conflicts, stop).of(findings, minimization::shorten),
        seen.states(),
        stopped() && !options.timeLimit().isOver()
            ? new Bound.Stopped()
            : new Bound.Schedules(seen.schedules(), seen.cut()));
  }

  @Override
  public Machine start() {
    return start.fork();
  }

  @Override
  public long blocks() {
    return RandomSchedules.blocks(options.budget());
  }

  @Override
  public RandomWalks stoppedBy(BooleanSupplier also) {
    return new RandomWalks(start, conflicts, observe, options.stoppedBy(also));
  }

  @Override
  public boolean stopped() {
    stopped |= stop.getAsBoolean();
    return stopped;
  }

  @Override
  public SampledResults block(long number, boolean untilFinding) {
    SampledResults.Sum all = new SampledResults.Sum();
    int length = 1;
    long end = Math.min(options.budget() - number * BLOCK, BLOCK) + number * BLOCK;
    for (long schedule = number * BLOCK; schedule < end; schedule++) {
      long seed = seed(schedule);
      SchedulingPolicy policy = policy(schedule, new SeededChoices(seed), length);
      Optional<Walked> walked = walk(policy, stop, termination);
      if (walked.isEmpty()) {
        stopped = true;
        return all.total();
      }
      SampledResults seen = seen(walked.get(), schedule, seed, length);
      all.add(seen);
      if (untilFinding && seen.hasFindings()) {
        return all.total();
      }
      length = Math.max(length, walked.get().steps);
    }
    return all.total();
  }

  // A finding of another worker is shown here by the same schedule.
  private ImmutableList<Finding> findings(SampledResults seen) {
    SampledResults.Sum places = new SampledResults.Sum();
    for (Sighting one : seen.findings()) {
      Finding finding =
          shown.computeIfAbsent(
              one.shown(),
              moment -> {
                SchedulingPolicy policy =
                    policy(moment.schedule(), new SeededChoices(one.seed()), one.length());
                return walk(policy, RandomWalks::never, new TerminationSearch(RandomWalks::never))
                    .orElseThrow()
                    .findings
                    .get(moment.place());
              });
      places.add(one.at(finding.identity()));
    }
    return places.total().findings().stream()
        .map(one -> Objects.requireNonNull(shown.get(one.shown())))
        .collect(ImmutableList.toImmutableList());
  }

  private long seed(long schedule) {
    if (schedule < drawn) {
      seeds = new SeededChoices(options.seed());
      drawn = 0;
    }
    for (; drawn < schedule; drawn++) {
      seeds.bits(SEED_BITS);
    }
    drawn++;
    return seeds.bits(SEED_BITS);
  }

  private static SchedulingPolicy policy(long schedule, Choices random, int length) {
    return schedule % 2 == 0
        ? enabled -> random.next(enabled.size())
        : new PctPolicy(random, 1 + (int) (schedule / 2 % MAX_DEPTH), length);
  }

  private SampledResults seen(Walked walked, long schedule, long seed, int length) {
    ImmutableList.Builder<Sighting> sightings = ImmutableList.builder();
    for (int i = 0; i < walked.findings.size(); i++) {
      Finding finding = walked.findings.get(i);
      Moment now = new Moment(schedule, i);
      int steps = finding.witness().choices().length();
      boolean unknown = Exploration.isUnknown(finding);
      sightings.add(new Sighting(finding.identity(), unknown, now, now, seed, length, steps));
      Integer fewest = fewestSteps.get(finding.identity());
      if (fewest == null || steps < fewest) {
        fewestSteps.put(finding.identity(), steps);
        shown.put(now, finding);
      }
    }
    return new SampledResults(
        1,
        walked.cut ? 1 : 0,
        walked.steps + 1,
        walked.outcome.map(one -> ImmutableSortedMap.of(one, 1)).orElse(ImmutableSortedMap.of()),
        sightings.build());
  }

  /** A schedule that was run, with its outcome where that is defined. */
  private record Walked(
      int steps, ImmutableList<Finding> findings, Optional<String> outcome, boolean cut) {}

  private static boolean never() {
    return false;
  }

  // Empty where it was stopped.
  private Optional<Walked> walk(
      SchedulingPolicy policy, BooleanSupplier stops, TerminationSearch ends) {
    try {
      return walked(policy, stops, ends);
    } catch (Cancelled now) {
      return Optional.empty();
    }
  }

  private Optional<Walked> walked(
      SchedulingPolicy policy, BooleanSupplier stops, TerminationSearch ends) {
    Execution walk =
        conflicts.isPresent()
            ? new ClockWalk(start, conflicts.get(), stops)
            : new Walk(start, Optional.empty(), stops);
    Optional<Finding> livelock = Optional.empty();
    int steps = 0;
    int most = MAX_STEPS;
    while (!walk.enabled().isEmpty() && steps < most && livelock.isEmpty()) {
      if (stops.getAsBoolean()) {
        return Optional.empty();
      }
      walk.take(policy.pick(walk.enabled()));
      steps++;
      if (most == MAX_STEPS && walk.machine().hasFailed()) {
        most = Math.min(MAX_STEPS, steps + STEPS_AFTER_FAILURE);
      }
      if (steps >= MANY_STEPS && Integer.bitCount(steps) == 1) {
        livelock = ends.livelock(walk.machine());
      }
    }
    ImmutableList.Builder<Finding> all = ImmutableList.builder();
    all.addAll(walk.findings());
    livelock.ifPresent(one -> all.add(walk.after(one)));
    ImmutableList<Finding> findings = all.build();
    if (!findings.stream().allMatch(Finding.Stale.class::isInstance)) {
      // its outcome is undefined
      return Optional.of(new Walked(steps, findings, Optional.empty(), false));
    }
    return walk.enabled().isEmpty()
        ? Optional.of(
            new Walked(steps, findings, Optional.of(observe.apply(walk.machine())), false))
        : Optional.of(new Walked(steps, findings, Optional.empty(), true));
  }
}
