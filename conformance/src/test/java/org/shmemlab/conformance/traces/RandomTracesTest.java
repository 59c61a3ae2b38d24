package org.shmemlab.conformance.traces;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.conformance.agreement.RandomPrograms;
import org.shmemlab.conformance.agreement.SmallProgram;
import org.shmemlab.testing.Draws;

/**
 * Checks that the explorer allows the simulator's traces of random programs (memory model, 8.4).
 */
@Tag("random")
class RandomTracesTest {
  private static final boolean THOROUGH = Boolean.getBoolean("shmemlab.thorough");

  @Test
  void everyTraceOfTheHostIsARunOfTheRules() {
    accept(
        programs(1, THOROUGH ? 1_500 : Draws.of(120))
            .map(SmallProgram::build)
            .map(TestProgram::of)
            .toList());
  }

  @Test
  void everyTraceOfTheDeviceIsARunOfTheRules() {
    accept(
        programs(2, THOROUGH ? 500 : Draws.of(24))
            .map(SmallProgram::compile)
            .map(TestProgram::of)
            .toList());
  }

  private static Stream<SmallProgram> programs(long seed, int count) {
    RandomPrograms random = new RandomPrograms(Draws.seed(seed));
    return IntStream.range(0, count).mapToObj(_ -> random.next());
  }

  private static void accept(List<TestProgram> programs) {
    TraceCount count =
        THOROUGH
            ? Traces.overAll(6, 20_000).of(programs)
            : Traces.overAll(2, 300).sampled(programs, 5);
    assertThat(count.refusals()).isEmpty();
    assertThat(count.all()).isGreaterThanOrEqualTo(8 * programs.size());
  }
}
