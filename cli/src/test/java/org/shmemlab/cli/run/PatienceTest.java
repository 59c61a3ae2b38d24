package org.shmemlab.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Checks that a program that prints nothing and does not end is stopped at last. */
class PatienceTest {
  @Test
  void aPrintingAgentMayStep() {
    Patience patience = new Patience(Long.MAX_VALUE, 1_000);
    for (long instructions = 0; instructions < 1_000_000; instructions += 500) {
      assertThat(patience.lasts(instructions)).isTrue();
      patience.printed();
    }
    assertThat(patience.lasts(1_001_000)).isFalse();
    assertThat(patience.isOver()).isTrue();
  }

  @Test
  void stepsCountWhereNoAgentExecutesInstructions() {
    Patience patience = new Patience(Long.MAX_VALUE, 1_000);
    int steps = 0;
    while (patience.lasts(0)) {
      steps++;
    }
    assertThat(steps).isEqualTo(49);
  }

  @Test
  void anExplicitLimitCounts() {
    Patience patience = new Patience(5_000, 1_000);
    assertThat(patience.lasts(4_999)).isTrue();
    assertThat(patience.lasts(5_000)).isFalse();
    assertThat(patience.isOver()).isFalse();
  }
}
