package org.shmemlab.model.explore.stateless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shmemlab.model.explore.engine.Answers.seen;

import java.util.Optional;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.SearchSpace;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.sketch.DrawnProgram;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;

/** A reduction leaves out executions, and no outcome or finding. */
@net.jqwik.api.Tag("random")
class PartialOrderReductionTest {
  private static final long BUDGET = 20_000;

  @Property(tries = 40)
  void sourceSetsLoseNothing(@ForAll long seed) {
    Conflicts conflicts = new Conflicts(new Specification(Profile.NVSHMEM));
    Exploration all = explore(new EveryOrder(), conflicts, seed);
    Assume.that(all.complete());
    Exploration reduced = explore(new SourceSets(conflicts), conflicts, seed);
    assertThat(reduced.complete()).isTrue();
    assertThat(reduced.states()).isLessThanOrEqualTo(all.states());
    assertThat(seen(reduced)).isEqualTo(seen(all));
  }

  private static Exploration explore(
      PartialOrderReduction<?> reduction, Conflicts conflicts, long seed) {
    Machine start = new DrawnProgram(new SeededChoices(seed), 2, true).machine(Profile.NVSHMEM);
    return new StatelessSearch<>(
            new SearchSpace(start, Optional.of(conflicts), DrawnProgram::printed),
            reduction,
            new SearchOptions(BUDGET, 1, () -> false))
        .run();
  }
}
