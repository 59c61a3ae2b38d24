package org.shmemlab.conformance.traces;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.conformance.inclusion.LitmusCatalogue;
import org.shmemlab.testing.Draws;

/** Checks that the explorer allows the simulator's traces of litmus tests (memory model, 8.4). */
@Tag("catalogue")
class LitmusTracesTest {
  private static final boolean THOROUGH = Boolean.getBoolean("shmemlab.thorough");

  @Test
  void everyTraceIsARunOfTheRules() throws IOException {
    List<TestProgram> tests =
        Draws.of(LitmusCatalogue.in(Path.of("..", "litmus"))).stream()
            .map(TestProgram::of)
            .toList();
    TraceCount count =
        THOROUGH ? Traces.overAll(8, 50_000).of(tests) : Traces.overAll(1, 300).sampled(tests, 7);
    assertThat(count.refusals()).isEmpty();
    assertThat(count.all()).isGreaterThan(2 * tests.size());
  }
}
