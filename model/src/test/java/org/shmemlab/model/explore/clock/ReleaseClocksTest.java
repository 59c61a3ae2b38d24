package org.shmemlab.model.explore.clock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.program.ThreadScope;

/**
 * Tests that the releases of CUDA's fences count within their scope, and for no thread outside it.
 */
class ReleaseClocksTest {
  private static final Clock FIRST = Clock.START.with(0, 1);
  private static final Clock BOTH = FIRST.with(1, 1);
  private static final Transition MOVE =
      new Transition(new Actor(0, 0, Agent.Kind.HOST, -1, -1, 0, -1), false);
  private static final ExecutionStep STEP = new ExecutionStep(0, 0, MOVE, 0, 0, 1, FIRST, FIRST);

  @Test
  void aFenceCountsWithinItsReach() {
    for (ThreadScope reach : ThreadScope.values()) {
      ReleaseClocks released = ReleaseClocks.everywhere(FIRST).within(reach);
      for (ThreadScope distance : ThreadScope.values()) {
        assertThat(released.at(distance).covers(0, 1))
            .as("a fence of %s seen from %s", reach, distance)
            .isEqualTo(distance.compareTo(reach) <= 0);
      }
    }
  }

  @Test
  void aNarrowFenceTakesNothingFromAWideOne() {
    ReleaseClocks released =
        ReleaseClocks.everywhere(FIRST)
            .join(ReleaseClocks.everywhere(BOTH).within(ThreadScope.BLOCK));
    assertThat(released.at(ThreadScope.BLOCK)).isEqualTo(BOTH);
    assertThat(released.at(ThreadScope.DEVICE)).isEqualTo(FIRST);
    assertThat(released.at(ThreadScope.SYSTEM)).isEqualTo(FIRST);
  }

  @Test
  void anAcquireGetsTheClocksOfItsScopeAndNarrowerOnes() {
    for (ThreadScope given : ThreadScope.values()) {
      ReleaseClocks released = ReleaseClocks.everywhere(BOTH).only(given);
      for (ThreadScope reach : ThreadScope.values()) {
        boolean within = given.compareTo(reach) <= 0;
        assertThat(released.within(reach).all().covers(0, 1)).isEqualTo(within);
        assertThat(released.within(reach).all().covers(1, 1)).isEqualTo(within);
        assertThat(STEP.isBefore(released.at(reach))).isEqualTo(given == reach);
      }
    }
  }
}
