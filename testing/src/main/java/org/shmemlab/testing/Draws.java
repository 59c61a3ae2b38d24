package org.shmemlab.testing;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Decides how many of its draws a test executes: the one knob of all generators.
 *
 * <p>{@code -Dshmemlab.draws=0.1} is the share; without it a test executes all of them. Seeds are
 * fixed; {@code -Dshmemlab.seed=S} replaces all of them by others.
 */
public final class Draws {
  private static final String SHARE_PROPERTY = "shmemlab.draws";
  private static final double SHARE = share(System.getProperty(SHARE_PROPERTY, "1"));
  private static final long SEED = Long.getLong("shmemlab.seed", 0);

  /** Enough for a test to say something, whatever the share is. */
  static final int LEAST = 3;

  private Draws() {}

  /** Whether tests execute all of their draws. */
  public static boolean areWhole() {
    return SHARE >= 1;
  }

  /** The number of draws to execute, of those that the whole has. */
  public static int of(int whole) {
    return part(whole, SHARE);
  }

  /** The number of draws to execute, and no fewer than so many. */
  public static int of(int whole, int least) {
    return Math.max(of(whole), Math.min(whole, least));
  }

  /** The elements of a catalogue to look at: evenly spread, in their order. */
  public static <T> List<T> of(List<T> whole) {
    return of(whole, LEAST);
  }

  /** The elements of a catalogue to look at, and no fewer than so many. */
  public static <T> List<T> of(List<T> whole, int least) {
    return spread(whole, of(whole.size(), least));
  }

  /** The seed of a draw: the one that is fixed for it, unless another one is asked for. */
  public static long seed(long fixed) {
    return SEED == 0 ? fixed : fixed + SEED * 1_000_003;
  }

  static int part(int whole, double share) {
    return Math.min(whole, Math.max(LEAST, (int) Math.ceil(whole * share)));
  }

  static <T> List<T> spread(List<T> whole, int number) {
    return IntStream.range(0, number)
        .mapToObj(i -> whole.get((int) ((long) i * whole.size() / number)))
        .toList();
  }

  static double share(String text) {
    try {
      double share = Double.parseDouble(text);
      if (share > 0 && share <= 1) {
        return share;
      }
    } catch (NumberFormatException noNumber) {
      // the message below says it
    }
    throw new IllegalArgumentException(
        SHARE_PROPERTY + " is a share of all draws, above 0 and up to 1; it is '" + text + "'");
  }
}
