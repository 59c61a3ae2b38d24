package org.shmemlab.model.choices;

import java.util.SplittableRandom;

/** Answers at random; the same seed gives the same answers to the same questions. */
public final class SeededChoices implements Choices {
  private final SplittableRandom random;

  public SeededChoices(long seed) {
    this.random = new SplittableRandom(seed);
  }

  @Override
  public int next(int bound) {
    return random.nextInt(bound);
  }
}
