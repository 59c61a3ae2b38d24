package org.shmemlab.model.choices;

import java.util.Arrays;

/**
 * Gives every sequence of answers once, as an odometer does: the last answer moves first.
 *
 * <pre>{@code
 * var all = new EveryChoice();
 * do {
 *   examine(generate(all));
 * } while (all.advance());
 * }</pre>
 *
 * <p>There are as many rounds as the generator has results, so it is for small generators; the
 * caller sets the limit. First comes the sequence of zeros.
 */
public final class EveryChoice implements Choices {
  private int[] answers = new int[8];
  private int[] bounds = new int[8];
  private int known;
  private int asked;

  /**
   * The answer of this round.
   *
   * @throws IllegalStateException if the generator asks otherwise than before although the answers
   *     were the same, so that it is no function of them
   */
  @Override
  public int next(int bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("no answer is below " + bound);
    }
    if (asked == known) {
      if (known == answers.length) {
        answers = Arrays.copyOf(answers, 2 * known);
        bounds = Arrays.copyOf(bounds, 2 * known);
      }
      answers[known] = 0;
      bounds[known] = bound;
      known++;
    } else if (bounds[asked] != bound) {
      throw new IllegalStateException(
          "question %d has %d answers now and had %d after the same answers before"
              .formatted(asked + 1, bound, bounds[asked]));
    }
    return answers[asked++];
  }

  /**
   * Ends a round.
   *
   * @return whether there is another one
   * @throws IllegalStateException if this round asked less than the one before with the same
   *     answers
   */
  public boolean advance() {
    if (asked < known) {
      throw new IllegalStateException(
          "%d questions now and %d after the same answers before".formatted(asked, known));
    }
    asked = 0;
    while (known > 0 && answers[known - 1] == bounds[known - 1] - 1) {
      known--;
    }
    if (known == 0) {
      return false;
    }
    answers[known - 1]++;
    return true;
  }
}
