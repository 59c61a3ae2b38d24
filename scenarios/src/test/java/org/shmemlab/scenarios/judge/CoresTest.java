package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.TimeLimit;
import org.shmemlab.model.explore.Workers;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.SourceFile;

class CoresTest {
  /**
   * Updates and fetches of three PEs in any order; the last PE reads a word that may still be
   * written.
   */
  private static final String RING =
      """
      C RING
      "Everything is possible."
      { long a; long b; }
      P0 {
      nvshmem_long_atomic_set(&a, 1, 1);
      nvshmem_long_atomic_set(&b, 1, 1);
      long r0 = nvshmem_long_atomic_fetch(&a, 2);
      long r1 = nvshmem_long_atomic_fetch(&b, 2);
      }
      P1 {
      nvshmem_long_atomic_set(&a, 1, 2);
      nvshmem_long_atomic_set(&b, 1, 2);
      long r0 = nvshmem_long_atomic_fetch(&a, 0);
      long r1 = nvshmem_long_atomic_fetch(&b, 0);
      }
      P2 {
      nvshmem_long_atomic_set(&a, 1, 0);
      nvshmem_long_atomic_set(&b, 1, 0);
      long r0 = nvshmem_long_atomic_fetch(&a, 1);
      long r1 = nvshmem_long_atomic_fetch(&b, 1);
      %s
      }
      exists (0:r0 = 1)
      expect nvshmem: allowed
      """;

  @ParameterizedTest
  @ValueSource(strings = {"", "if (r0 == 1) if (r1 == 1) { long r2 = a; }"})
  void fourGiveTheAnswerOfOne(String end) {
    LitmusProgram ring = compile(RING.formatted(end));
    Exploration one = explore(ring, Workers.ALONE, 300_000);
    Exploration four = explore(ring, new Cores(4), 300_000);
    assertThat(one.states()).isGreaterThan(4_000); // enough for several batches
    assertThat(one.undefined()).isEqualTo(!end.isEmpty());
    assertThat(four).isEqualTo(one);
  }

  @Test
  void fourComeToABudgetAtTheSameState() {
    LitmusProgram ring = compile(RING.formatted(""));
    assertThat(explore(ring, new Cores(4), 3_456)).isEqualTo(explore(ring, Workers.ALONE, 3_456));
  }

  @Test
  void resultsComeInTheOrderOfTheArguments() {
    var numbers = IntStream.range(0, 1_000).boxed().toList();
    assertThat(new Cores(4).all(numbers, number -> -number))
        .isEqualTo(Workers.ALONE.all(numbers, number -> -number));
  }

  private static Exploration explore(LitmusProgram program, Workers workers, long budget) {
    SearchOptions options =
        new SearchOptions(
            budget, 0, () -> false, SearchOptions.FAILED_TESTS, workers, 0, TimeLimit.UNHURRIED);
    return LitmusJudgement.of(
            program, List.of(Profile.NVSHMEM), new ExplorationLimits(Engine.STATES, options))
        .answers()
        .getFirst()
        .exploration();
  }

  private static LitmusProgram compile(String text) {
    Litmus.Compiled compiled = Litmus.compile(new SourceFile("ring.litmus", text));
    assertThat(compiled.diagnostics()).isEmpty();
    LitmusProgram program = compiled.program();
    if (program == null) {
      throw new IllegalStateException("no program");
    }
    return program;
  }
}
