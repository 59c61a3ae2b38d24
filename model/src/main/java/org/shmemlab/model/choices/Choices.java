package org.shmemlab.model.choices;

import java.util.List;

/**
 * Answers a generator's questions, one number at a time.
 *
 * <p>A generator draws everything it decides from here and from nowhere else, so that the numbers
 * drawn determine the result. It gives its simplest result where every answer is 0: that is what
 * {@link Shrinking} works towards.
 */
@FunctionalInterface
public interface Choices {
  /**
   * A number from 0 to {@code bound - 1}.
   *
   * @throws IllegalArgumentException if {@code bound} is less than 1
   */
  int next(int bound);

  /** Yes or no; no is the simpler answer. */
  default boolean yes() {
    return next(2) == 1;
  }

  /** Yes about {@code times} in {@code outOf}; no is the simpler answer. */
  default boolean yes(int times, int outOf) {
    return next(outOf) >= outOf - times;
  }

  /** A number from {@code least} to {@code most}, both included; {@code least} is the simplest. */
  default int between(int least, int most) {
    return least + next(Math.addExact(Math.subtractExact(most, least), 1));
  }

  /** One of the given, which are at least one; the first is the simplest. */
  default <T> T pick(List<? extends T> given) {
    return given.get(next(given.size()));
  }

  /** Like {@link #pick(List)}. */
  @SuppressWarnings("unchecked")
  default <T> T pick(T... given) {
    return given[next(given.length)];
  }

  /** So many random bits, from 0 to 64, in the low end of a {@code long}; 0 is the simplest. */
  default long bits(int count) {
    long bits = 0;
    for (int left = count; left > 0; left -= Math.min(left, 16)) {
      int width = Math.min(left, 16);
      bits = bits << width | next(1 << width);
    }
    return bits;
  }
}
