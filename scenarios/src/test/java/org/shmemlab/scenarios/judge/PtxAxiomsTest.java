package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedSet;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Switch;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.testing.Draws;

/**
 * Compares what searches find in {@link PtxShape litmus tests} of atomics with {@link PtxAxioms the
 * axioms of PTX}: with weak atomics the same outcomes, but for load buffering, and else those of
 * interleavings.
 */
@Tag("catalogue")
class PtxAxiomsTest {
  private static final Profile WEAK = Profile.NVSHMEM.with(Switch.ATOMICS_IN_ONE_ORDER, false);
  private static final ImmutableSortedSet<String> RACE = ImmutableSortedSet.of("CONFLICT");
  private static final int DRAWN = 300;
  private static final int MOST_CANDIDATES = 3_000; // executions of a drawn shape

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void weakAtomicsHaveTheOutcomesOfTheAxioms(Engine engine) {
    compare(engine, WEAK, Draws.of(PtxShape.all()), PtxAxioms::allowedInOrder);
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void soTheyHaveInThreadsAtRandom(Engine engine) {
    Random random = new Random(Draws.seed(7));
    List<PtxShape> drawn =
        IntStream.iterate(0, number -> number + 1)
            .mapToObj(number -> PtxShape.drawn(random, number))
            .filter(shape -> new PtxAxioms(shape).candidates() <= MOST_CANDIDATES)
            .limit(Draws.of(DRAWN))
            .toList();
    compare(engine, WEAK, drawn, PtxAxioms::allowedInOrder);
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void atomicsInOneOrderHaveTheOutcomesOfInterleavings(Engine engine) {
    compare(engine, Profile.NVSHMEM, Draws.of(PtxShape.all()), PtxAxioms::sequential);
  }

  private static void compare(
      Engine engine,
      Profile profile,
      List<PtxShape> shapes,
      Function<PtxAxioms, ImmutableSortedSet<String>> outcomes) {
    SourceFile source = new SourceFile("shapes.cu", PtxShape.program(shapes));
    Program program = Checked.compiled(source);
    SoftAssertions all = new SoftAssertions();
    for (int number = 0; number < shapes.size(); number++) {
      PtxAxioms axioms = new PtxAxioms(shapes.get(number));
      all.assertThat(seen(engine, profile, source, program, number))
          .as("%s", shapes.get(number))
          .isEqualTo(axioms.hasRace() ? RACE : outcomes.apply(axioms));
    }
    all.assertAll();
  }

  // The outcomes of a shape, or the kinds of its findings.
  private static ImmutableSet<String> seen(
      Engine engine, Profile profile, SourceFile source, Program program, int number) {
    Exploration exploration =
        ProgramJudgement.of(
                source,
                program,
                new Job(1, 1, ImmutableList.of("" + number), ImmutableMap.of(), Job.Gpu.H200),
                ImmutableList.of(profile),
                new ExplorationLimits(engine, new SearchOptions(300_000, 0, () -> false)))
            .answers()
            .get(0)
            .exploration();
    assertThat(exploration.complete()).isTrue();
    return exploration.findings().isEmpty()
        ? exploration.outcomes().keySet()
        : exploration.findings().stream()
            .map(Finding::kind)
            .map(Enum::name)
            .collect(ImmutableSet.toImmutableSet());
  }
}
