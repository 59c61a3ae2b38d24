package org.shmemlab.model.explore.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.primitives.ImmutableIntArray;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.execution.Walk;
import org.shmemlab.model.explore.states.TerminationSearch;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.sketch.DrawnProgram;
import org.shmemlab.model.sketch.DrawnThreads;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;

/** Whenever a search is stopped, the schedule of what it has found leads there. */
@Tag("random")
class StoppedSearchTest {
  @Property(tries = 300)
  void itsFindingsAreWhole(
      @ForAll long seed,
      @ForAll DrawnThreads.Kind kind,
      @ForAll Engine engine,
      @ForAll @IntRange(max = 200) int looks) {
    Machine start = new DrawnThreads(new SeededChoices(seed), kind, 2).machine(Profile.NVSHMEM);
    Optional<Conflicts> conflicts = Optional.of(new Conflicts(new Specification(Profile.NVSHMEM)));
    AtomicInteger asked = new AtomicInteger();
    SearchOptions options = new SearchOptions(200, 1, () -> asked.incrementAndGet() > looks);
    Exploration stopped = engine.explore(start, conflicts, DrawnProgram::printed, options);
    for (Finding finding : stopped.findings()) {
      assertThat(findings(start, conflicts, finding.witness().choices()))
          .as("it, or a conflict, behind which nothing has a meaning")
          .anyMatch(one -> one.getClass() == finding.getClass() || one instanceof Finding.DataRace);
    }
  }

  /** However many steps there are: of thousands of operations each may take long. */
  @Property(tries = 100)
  void aSearchForAnEndIsStoppedBeforeItsFirstStep(
      @ForAll long seed, @ForAll DrawnThreads.Kind kind) {
    Machine start = new DrawnThreads(new SeededChoices(seed), kind, 2).machine(Profile.NVSHMEM);
    TerminationSearch termination = new TerminationSearch(() -> true);
    assertThat(termination.livelock(start)).isEmpty();
    assertThat(termination.unknown() || new Walk(start, Optional.empty()).enabled().isEmpty())
        .isTrue();
  }

  private static List<Finding> findings(
      Machine start, Optional<Conflicts> conflicts, ImmutableIntArray choices) {
    Walk walk = new Walk(start, conflicts);
    for (int i = 0; i < choices.length() && !walk.metConflict(); i++) {
      walk.take(choices.get(i));
    }
    return walk.findings();
  }
}
