package org.shmemlab.model.schedule;

import java.util.SplittableRandom;

/** Agents, turns and events at random, all from one seed. */
public final class SeededRandom implements Schedule {
  private static final int LONGEST_TURN = 400;

  private final SplittableRandom random;

  public SeededRandom(long seed) {
    this.random = new SplittableRandom(seed);
  }

  @Override
  public int pickAgent(int ready) {
    return random.nextInt(ready);
  }

  @Override
  public long fuel() {
    return 1L + random.nextInt(LONGEST_TURN);
  }

  @Override
  public boolean eventFirst() {
    return random.nextBoolean();
  }

  @Override
  public int pickEvent(int enabled) {
    return random.nextInt(enabled);
  }
}
