package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Objects;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.explore.execution.Walk;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.SourceFile;

/** A schedule that dpor or random reports as a shortest one is one. */
class ShortestSchedulesTest {
  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void noStateNearerShowsTheSame(
      @ForAll("programs") RandomLitmus random, @ForAll("engines") Engine engine) {
    LitmusProgram program = random.compile();
    Exploration all = explore(program, Engine.STATES);
    for (Finding finding : explore(program, engine).findings()) {
      if (finding.witness().shortest()) {
        int steps = finding.witness().choices().length();
        Walk walk = walk(program, finding.witness().choices());
        assertThat(walk.findings().stream().map(ShortestSchedulesTest::place))
            .contains(place(finding));
        assertThat(all.findings())
            .filteredOn(known -> place(known).equals(place(finding)))
            .extracting(known -> known.witness().choices().length())
            .contains(steps);
      } else {
        assertThat(all.findings()).extracting(known -> place(known)).doesNotContain(place(finding));
      }
    }
  }

  @Example
  void aScheduleBeyondWhatCanBeSearchedIsNotCalledShortest() {
    String adds = "nvshmem_long_atomic_add(&f, 1, 1); nvshmem_long_atomic_set(&g, 1, 1);\n";
    String text =
        """
        C far
        "Many orders, and a wait for what never comes."
        { long f; long g; }
        P0 {
          %s
        }
        P1 {
          nvshmem_long_wait_until(&f, NVSHMEM_CMP_EQ, 99);
        }
        P2 {
          %s
        }
        exists (f@1 = 1)

        expect nvshmem: allowed
        """
            .formatted(adds.repeat(5), adds.repeat(5));
    var compiled = Litmus.compile(new SourceFile("far.litmus", text));
    Exploration found = explore(Objects.requireNonNull(compiled.program()), Engine.RANDOM);
    assertThat(found.findings()).hasSize(1);
    assertThat(found.findings().get(0).witness().shortest()).isFalse();
  }

  private static Walk walk(LitmusProgram program, ImmutableIntArray choices) {
    Job job = Job.ofPes(program.test().pes());
    Conflicts conflicts = new Conflicts(new Specification(Profile.NVSHMEM));
    Walk walk =
        new Walk(FirstState.of(program.program(), job, Profile.NVSHMEM), Optional.of(conflicts));
    choices.forEach(walk::take);
    return walk;
  }

  // The engines may name two accesses in either order.
  private static Object place(Finding finding) {
    if (!(finding instanceof Finding.DataRace race)) {
      return finding.identity();
    }
    Conflicts.Conflict conflict = race.conflict();
    return ImmutableSet.of(
        ImmutableList.of(conflict.first().line(), conflict.first().use()),
        ImmutableList.of(conflict.second().line(), conflict.second().use()));
  }

  private static Exploration explore(LitmusProgram program, Engine engine) {
    long budget = engine == Engine.RANDOM ? 10 : 300_000;
    ExplorationLimits limits =
        new ExplorationLimits(engine, new SearchOptions(budget, 0, () -> false));
    return LitmusJudgement.of(program, ImmutableList.of(Profile.NVSHMEM), limits)
        .answers()
        .get(0)
        .exploration();
  }

  @Provide
  Arbitrary<RandomLitmus> programs() {
    return RandomLitmus.upTo(4);
  }

  @Provide
  Arbitrary<Engine> engines() {
    return Arbitraries.of(Engine.DPOR, Engine.RANDOM);
  }
}
