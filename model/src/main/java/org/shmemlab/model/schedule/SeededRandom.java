package org.shmemlab.model.schedule;

import java.util.SplittableRandom;

/** Draws agents, lengths of their slices, and events, all from one seed. */
public final class SeededRandom implements Schedule {
  private static final int LONGEST_TURN = 400;

  private final SplittableRandom random;
  private final int longestTurn;

  public SeededRandom(long seed) {
    this(seed, LONGEST_TURN);
  }

  /**
   * One with slices of a length of its own.
   *
   * @param longestTurn most instructions of an agent before the next one is picked
   */
  public SeededRandom(long seed, int longestTurn) {
    this.random = new SplittableRandom(seed);
    this.longestTurn = longestTurn;
  }

  @Override
  public int pickAgent(int ready) {
    return random.nextInt(ready);
  }

  @Override
  public long fuel() {
    return 1L + random.nextInt(longestTurn);
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
