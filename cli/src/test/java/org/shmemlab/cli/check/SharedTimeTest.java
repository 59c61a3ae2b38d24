package org.shmemlab.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.explore.TimeLimit;

class SharedTimeTest {
  private long now = 1_000;
  private final SharedTime time = new SharedTime(Duration.ofNanos(600), () -> now);

  private void assertOverAfter(TimeLimit limit, long nanos) {
    long start = now;
    now = start + nanos - 1;
    assertThat(limit.isOver()).isFalse();
    now = start + nanos;
    assertThat(limit.isOver()).isTrue();
    now = start;
  }

  @Test
  void explorationsShareTheTimeAndPassOnWhatTheyDoNotNeed() {
    time.among(3, false);
    TimeLimit first = time.begun();
    assertOverAfter(first, 200);
    now += 100;
    assertThat(first.givesWay()).isTrue();
    assertOverAfter(time.begun(), 250);
    now += 250;
    assertOverAfter(time.begun(), 250);
  }

  @Test
  void aSixthIsKeptForRepairs() {
    time.among(1, true);
    assertOverAfter(time.begun(), 500);
    now += 500;
    assertOverAfter(time.begun(), 100);
  }

  @Test
  void anExplorationAfterTheEndHasNoTime() {
    time.among(2, false);
    now += 700;
    assertThat(time.begun().isOver()).isTrue();
    assertThat(time.isOver()).isTrue();
  }
}
