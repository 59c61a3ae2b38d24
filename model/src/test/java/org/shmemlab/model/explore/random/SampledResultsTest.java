package org.shmemlab.model.explore.random;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.LongRange;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.RandomSchedules;
import org.shmemlab.model.explore.SampledResults;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.SearchSpace;
import org.shmemlab.model.explore.Walkers;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.sketch.DrawnProgram;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;

/** Schedules that are run in any number of places give the answer of one place. */
@Tag("random")
class SampledResultsTest {
  private static final long BUDGET = 2 * RandomWalks.BLOCK + 17;
  private static final SearchOptions EFFORT = new SearchOptions(BUDGET, 1, () -> false);

  private static final Optional<Conflicts> CONFLICTS =
      Optional.of(new Conflicts(new Specification(Profile.NVSHMEM)));

  private static Exploration explored(Machine machine, Walkers walkers) {
    return Engine.RANDOM.explore(
        machine, CONFLICTS, DrawnProgram::printed, EFFORT.walkedBy(walkers));
  }

  private static Machine machine(long seed) {
    return new DrawnProgram(new SeededChoices(seed), 2, false).machine(Profile.NVSHMEM);
  }

  // Blocks in any order, in any number of heaps, which are added up in any order; what is found is
  // carried from heap to heap as numbers.
  private static SampledResults scattered(RandomSchedules walks, Choices choices) {
    List<Long> blocks = new ArrayList<>();
    for (long block = 0; block < walks.blocks(); block++) {
      blocks.add(choices.next(blocks.size() + 1), block);
    }
    List<SampledResults> heaps = new ArrayList<>();
    int number = choices.between(1, blocks.size());
    for (int heap = 0; heap < number; heap++) {
      heaps.add(SampledResults.NONE);
    }
    for (long block : blocks) {
      int heap = choices.next(number);
      RandomWalks elsewhere =
          new RandomWalks(new SearchSpace(walks.start(), CONFLICTS, DrawnProgram::printed), EFFORT);
      heaps.set(heap, heaps.get(heap).plus(elsewhere.block(block, false)));
    }
    SampledResults all = SampledResults.NONE;
    while (!heaps.isEmpty()) {
      all = carried(heaps.remove(choices.next(heaps.size()))).plus(all);
    }
    return all;
  }

  // Another process knows a place by its words only.
  private static SampledResults carried(SampledResults seen) {
    return new SampledResults(
        seen.schedules(),
        seen.cut(),
        seen.states(),
        seen.outcomes(),
        seen.findings().stream()
            .map(one -> one.at(one.place().toString()))
            .collect(ImmutableList.toImmutableList()));
  }

  @Property(tries = 5)
  void whereSchedulesRunDoesNotMatter(
      @ForAll @LongRange(max = 1_000) long program, @ForAll long split) {
    Exploration here = explored(machine(program), Walkers.HERE);
    Exploration there =
        explored(machine(program), walks -> scattered(walks, new SeededChoices(split)));
    assertThat(there).isEqualTo(here);
    assertThat(here.bound())
        .matches(bound ->
            whole(bound) instanceof Exploration.Bound.Schedules run && run.count() == BUDGET);
  }

  private static Exploration.Bound whole(Exploration.Bound bound) {
    return bound instanceof Exploration.Bound.Unknown some ? some.searched() : bound;
  }

  @Property(tries = 5)
  void theFirstFindingIsTheLastScheduleWhereThatIsAskedFor(
      @ForAll @LongRange(max = 1_000) long program) {
    Exploration all = explored(machine(program), Walkers.HERE);
    Exploration some = explored(machine(program), Walkers.UNTIL_FINDING);
    if (all.findings().isEmpty()) {
      assertThat(some).isEqualTo(all);
    } else {
      assertThat(some.findings()).isNotEmpty();
      assertThat(some.findings().get(0).identity()).isEqualTo(all.findings().get(0).identity());
      assertThat(some.states()).isLessThan(all.states());
    }
  }
}
