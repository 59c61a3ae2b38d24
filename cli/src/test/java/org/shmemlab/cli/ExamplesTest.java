package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shmemlab.testing.Draws;

/** Checks that every example prints the output written next to it, however its PEs interleave. */
@Tag("catalogue")
class ExamplesTest {
  static Stream<Example> examples() {
    return Example.all();
  }

  static List<Example> someExamples() {
    return Draws.of(examples().toList());
  }

  @Test
  void areAtLeastFifteen() {
    assertThat(examples()).hasSizeGreaterThanOrEqualTo(15);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void printTheOutputWrittenNextToThem(Example example) {
    assertPrintsExpected(example, example.run());
  }

  @ParameterizedTest
  @MethodSource("someExamples")
  void printTheSameInAnyOrderOfSteps(Example example) {
    for (String seed : List.of("1", "7", "-8")) {
      assertPrintsExpected(example, example.run("--seed", seed));
    }
  }

  private static void assertPrintsExpected(Example example, Session session) {
    assertThat(session.err().lines())
        .allMatch(line -> line.startsWith("shmemlab: conflicts were looked for in the first "));
    assertThat(session.exitCode()).isZero();
    assertThat(session.out().lines().sorted()).isEqualTo(example.expected());
  }

  /** The same seed is the same run, byte for byte. */
  @Test
  void areTheSameAgainWithTheSameSeed() {
    Example example = Example.named("work_stealing.cu");
    assertThat(example.run("--seed", "5")).isEqualTo(example.run("--seed", "5"));
  }
}
