package org.shmemlab.model.explore.random;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Exploration.Bound;
import org.shmemlab.model.explore.RandomSchedules;
import org.shmemlab.model.explore.SampledResults;
import org.shmemlab.model.explore.SampledResults.Sighting;
import org.shmemlab.model.explore.Search;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.SearchSpace;
import org.shmemlab.model.explore.execution.PctPolicy;
import org.shmemlab.model.explore.execution.SchedulingPolicy;
import org.shmemlab.model.explore.states.ShortestWitnesses;
import org.shmemlab.model.explore.states.TerminationSearch;
import org.shmemlab.model.machine.Machine;

/**
 * Runs schedules drawn from a seed, alternately uniformly at random and by {@link PctPolicy}, for
 * programs with more states than can be kept. Conflicts are found by clocks, so that a schedule
 * also shows those that it does not run into. Its findings are real; those that it does not find
 * may still exist.
 *
 * <p>Schedules fall into blocks. The lengths of schedules, which one schedule passes to the next,
 * are forgotten at the end of a block, so that blocks can be run anywhere and in any order.
 */
public final class RandomWalks implements RandomSchedules {
  private final SearchSpace space;
  private final SearchOptions options;
  private final TerminationSearch termination;
  private final BooleanSupplier stop;
  private boolean stopped;
  private final ScheduleSeeds seeds;
  private final SampledFindings findings = new SampledFindings();

  /**
   * Prepares the walks.
   *
   * @param options its budget counts schedules
   */
  public RandomWalks(SearchSpace space, SearchOptions options) {
    this.space = space;
    this.options = options;
    this.termination = new TerminationSearch(options.stop());
    this.stop = options.stop();
    this.seeds = new ScheduleSeeds(options.seed());
  }

  /** Runs the schedules and makes the witnesses short. */
  public Exploration run() {
    SampledResults seen = options.walkers().run(this);
    ScheduleMinimization minimization = new ScheduleMinimization(space, stop);
    return new Exploration(
        seen.outcomes(),
        new ShortestWitnesses(space, stop)
            .of(findings.of(seen, this::again), minimization::shorten),
        seen.states(),
        stopped() && !options.timeLimit().isOver()
            ? new Bound.Stopped()
            : new Bound.Schedules(seen.schedules(), seen.cut()));
  }

  @Override
  public Machine start() {
    return space.start().fork();
  }

  @Override
  public long blocks() {
    return RandomSchedules.blocks(options.budget());
  }

  @Override
  public RandomWalks stoppedBy(BooleanSupplier also) {
    return new RandomWalks(space, options.stoppedBy(also));
  }

  @Override
  public boolean stopped() {
    stopped |= stop.getAsBoolean();
    return stopped;
  }

  @Override
  public SampledResults block(long number, boolean untilFinding) {
    Block block = new Block(number, untilFinding);
    stopped |= Search.run(block, options) instanceof Bound.Stopped;
    return block.all.total();
  }

  /** The schedules of a block, one after the other. */
  private final class Block implements Search.Strategy {
    final SampledResults.Sum all = new SampledResults.Sum();
    private final boolean untilFinding;
    private final long end;
    private long schedule;
    private int length = 1; // of the longest schedule so far
    private boolean found;

    Block(long number, boolean untilFinding) {
      this.untilFinding = untilFinding;
      this.schedule = number * BLOCK - 1;
      this.end = Math.min(options.budget() - number * BLOCK, BLOCK) + number * BLOCK;
    }

    @Override
    public boolean next() {
      return ++schedule < end && !(untilFinding && found);
    }

    @Override
    public Optional<Bound> explore() {
      long seed = seeds.of(schedule);
      SchedulingPolicy policy = ScheduleSeeds.policy(schedule, seed, length);
      Optional<SampledSchedule> run = SampledSchedule.run(space, policy, stop, termination);
      if (run.isEmpty()) {
        return Optional.of(new Bound.Stopped());
      }
      SampledResults seen = findings.of(run.get(), schedule, seed, length);
      all.add(seen);
      found |= seen.hasFindings();
      length = Math.max(length, run.get().steps());
      return Optional.empty();
    }
  }

  private SampledSchedule again(Sighting one) {
    BooleanSupplier never = () -> false;
    SchedulingPolicy policy =
        ScheduleSeeds.policy(one.shown().schedule(), one.seed(), one.length());
    return SampledSchedule.run(space, policy, never, new TerminationSearch(never)).orElseThrow();
  }
}
