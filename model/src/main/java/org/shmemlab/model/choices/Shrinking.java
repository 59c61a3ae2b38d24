package org.shmemlab.model.choices;

import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * Makes a list of answers small while the thing generated from it still fails: fewer answers are
 * smaller, and of equally many those that are smaller in the first place where they differ.
 *
 * <p>It deletes stretches, sets stretches to zero, and lowers single answers (to zero, by half, by
 * a quarter and so on down to one), until none of that helps. It knows nothing of the generator, so
 * it works for programs, schedules and faults alike.
 */
public final class Shrinking {
  private final Predicate<Choices> fails;
  private int triesLeft;
  private ImmutableIntArray best;

  private Shrinking(ImmutableIntArray failing, Predicate<Choices> fails, int tries) {
    this.best = failing;
    this.fails = fails;
    this.triesLeft = tries;
  }

  /**
   * The smallest failing list found.
   *
   * @param failing answers that fail; given back if nothing smaller does
   * @param fails generates from the choices it is given and returns whether the result fails; must
   *     be a function of them
   * @param tries how often {@code fails} is called at most
   */
  public static ImmutableIntArray smallest(
      ImmutableIntArray failing, Predicate<Choices> fails, int tries) {
    return new Shrinking(failing, fails, tries).toFixpoint();
  }

  private ImmutableIntArray toFixpoint() {
    ImmutableIntArray before;
    do {
      before = best;
      deleteStretches();
      zeroStretches();
      lowerSingles();
    } while (triesLeft > 0 && !best.equals(before));
    return best;
  }

  private void deleteStretches() {
    for (int length = longest(); length > 0; length /= 2) {
      // From the end: the last things generated are needed by nothing after them.
      for (int from = best.length() - length; from >= 0; from -= length) {
        from = Math.min(from, best.length() - length);
        if (from >= 0) {
          accept(without(from, from + length));
        }
      }
    }
  }

  private void zeroStretches() {
    for (int length = longest(); length > 0; length /= 2) {
      for (int from = 0; from + length <= best.length(); from += length) {
        if (!zero(from, from + length)) {
          int[] candidate = best.toArray();
          Arrays.fill(candidate, from, from + length, 0);
          accept(ImmutableIntArray.copyOf(candidate));
        }
      }
    }
  }

  private void lowerSingles() {
    for (int at = 0; at < best.length(); at++) {
      for (int step = best.get(at); step > 0; step /= 2) {
        while (at < best.length() && best.get(at) >= step && accept(lowered(at, step))) {}
      }
    }
  }

  /** Tries a candidate; its answers are those that the generator took from it. */
  private boolean accept(ImmutableIntArray candidate) {
    if (triesLeft <= 0) {
      return false;
    }
    triesLeft--;
    Recording taken = new Recording(new Replay(candidate));
    if (!fails.test(taken) || !smaller(taken.answers(), best)) {
      return false;
    }
    best = taken.answers();
    return true;
  }

  private static boolean smaller(ImmutableIntArray one, ImmutableIntArray other) {
    if (one.length() != other.length()) {
      return one.length() < other.length();
    }
    for (int i = 0; i < one.length(); i++) {
      if (one.get(i) != other.get(i)) {
        return one.get(i) < other.get(i);
      }
    }
    return false;
  }

  private int longest() {
    return Integer.highestOneBit(Math.max(1, best.length() / 2));
  }

  private boolean zero(int from, int to) {
    return best.subArray(from, to).stream().allMatch(answer -> answer == 0);
  }

  private ImmutableIntArray without(int from, int to) {
    return ImmutableIntArray.builder(best.length())
        .addAll(best.subArray(0, from))
        .addAll(best.subArray(to, best.length()))
        .build();
  }

  private ImmutableIntArray lowered(int at, int step) {
    int[] candidate = best.toArray();
    candidate[at] -= step;
    return ImmutableIntArray.copyOf(candidate);
  }
}
