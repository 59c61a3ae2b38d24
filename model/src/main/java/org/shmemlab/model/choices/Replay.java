package org.shmemlab.model.choices;

import com.google.common.primitives.ImmutableIntArray;

/**
 * Gives recorded answers again.
 *
 * <p>Any list of numbers that are not negative will do for any generator, because shrinking makes
 * lists that were never recorded: an answer that is too large becomes the largest there is, and
 * after the last one come zeros.
 */
public final class Replay implements Choices {
  private final ImmutableIntArray answers;
  private int asked;

  public Replay(ImmutableIntArray answers) {
    this.answers = answers;
  }

  @Override
  public int next(int bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("no answer is below " + bound);
    }
    return asked < answers.length() ? Math.min(answers.get(asked++), bound - 1) : 0;
  }
}
