package org.shmemlab.model.explore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.program.Reach;

/** What fences of CUDA have released counts for whom they reach, and for nobody farther away. */
class ReleasedTest {
  private static final Clock FIRST = Clock.START.with(0, 1);
  private static final Clock SECOND = Clock.START.with(1, 1);
  private static final Move MOVE = new Move(new Actor(0, 0, Agent.Kind.HOST, -1, -1, 0, -1), false);
  private static final Happening STEP = new Happening(0, 0, MOVE, 0, 0, 1, FIRST, FIRST);

  @Test
  void aFenceCountsWithinItsReach() {
    for (Reach reach : Reach.values()) {
      Released released = Released.NOTHING.fence(reach, FIRST);
      for (Reach distance : Reach.values()) {
        assertThat(released.at(distance).covers(0, 1))
            .as("a fence of %s seen from %s", reach, distance)
            .isEqualTo(distance.compareTo(reach) <= 0);
      }
    }
  }

  @Test
  void aNarrowFenceTakesNothingFromAWideOne() {
    Released released = Released.NOTHING.fence(Reach.SYSTEM, FIRST).fence(Reach.BLOCK, SECOND);
    assertThat(released.at(Reach.BLOCK)).isEqualTo(SECOND);
    assertThat(released.at(Reach.DEVICE)).isEqualTo(FIRST);
    assertThat(released.at(Reach.SYSTEM)).isEqualTo(FIRST);
  }

  @Test
  void whoAcquiresWithinAReachLearnsWhatAllWithinItGave() {
    for (Reach given : Reach.values()) {
      Released released = Released.NOTHING.and(given, FIRST).and(given, SECOND);
      for (Reach reach : Reach.values()) {
        boolean within = given.compareTo(reach) <= 0;
        assertThat(released.within(reach).covers(0, 1)).isEqualTo(within);
        assertThat(released.within(reach).covers(1, 1)).isEqualTo(within);
        assertThat(STEP.isBefore(released.at(reach))).isEqualTo(given == reach);
      }
    }
  }
}
